/** A Java stack as Flink shows it, of a chain of failures from the outermost to the root, each `<class>: <message>`. */
export function stackOf(...failures: readonly string[]): string {
  return failures.join("\nCaused by: ");
}

/** The class of the outermost failure of a stack. */
export function classOf(stack: string): string {
  return stack.split(/[:\n]/, 1)[0] ?? "";
}

/** A failure of an asynchronous operation or of a job, as bodies hold it. */
export function failureCause(stack: string) {
  return { class: classOf(stack), "stack-trace": stack, "serialized-throwable": "rO0ABQ==" };
}

/** What Java wraps around whatever ran aside. */
export const completion = (failure: string) => `java.util.concurrent.CompletionException: ${failure}`;

/** What Flink says of a job that it does not know. */
export const jobNotFound = (id: string) =>
  `org.apache.flink.runtime.messages.FlinkJobNotFoundException: Could not find Flink job (${id})`;

/** What Flink says of a savepoint that is not there. */
export const savepointNotFound = (path: string) =>
  `java.io.FileNotFoundException: Cannot find checkpoint or savepoint file/directory '${path}' on file system 'file'.`;
