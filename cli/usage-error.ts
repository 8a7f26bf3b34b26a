/** A wrong command line or environment; the message is for the user, the exit code is 2. */
export class UsageError extends Error {}

/** Runs a command's body; a `UsageError` ends with 2 and a hint, any other error with 1 and its message. */
export async function guarded(name: string, body: () => Promise<number>): Promise<number> {
  try {
    return await body();
  } catch (error) {
    const usage = error instanceof UsageError;
    console.error(`weir ${name}: ${nameAbsent(error) ?? (error instanceof Error ? error.message : String(error))}`);
    if (usage) console.error(`Try 'weir ${name} --help'.`);
    return usage ? 2 : 1;
  }
}

/** Which package the installation left out, and what installs it; undefined for any other error. */
function nameAbsent(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) return undefined;
  const [, name] = /^Cannot find package '([^']+)'/.exec(error.message) ?? [];
  return name && `the optional package ${name} is not there; npm ci --include=optional installs it`;
}

/** What Node advises after an unknown flag; it fits no command of ours. */
const advice = /\. To specify a positional argument .*$/s;

/** The result of a `parseArgs` call, or its complaint as a `UsageError`. */
export function parsed<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    const complaint = error instanceof Error ? error.message : String(error);
    throw new UsageError(complaint.replace(advice, ""));
  }
}
