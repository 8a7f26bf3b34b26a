import type { FailureCause, JavaException } from "../../ports/flink-answers.ts";
import { foreignText } from "../foreign-text.ts";

/** Causes of one chain that are kept; the root is always among them. */
const mostCauses = 20;

/** Characters of a class name at most. */
const longestName = 200;

const causedBy = "Caused by: ";

/** What Flink writes above the stack of a failure that it did not expect. */
const preamble = "<Exception on server side:";

/** What Java wraps around the failure of anything that ran aside; it repeats the failure and says nothing else. */
const wrapper = "java.util.concurrent.CompletionException";

/** The chain of causes in a Java stack, without wrappers; whatever the text is, there is one. */
export function toCause(stack: string): FailureCause {
  const lines = stack.split("\n").filter((line) => line !== preamble);
  const inner = lines
    .filter((line) => line.startsWith(causedBy))
    .map((line) => toException(line.slice(causedBy.length)));
  const chain = [toException(lines[0] ?? ""), ...inner];
  const root = chain.slice(-1);
  const around = chain.slice(0, -1).filter(({ exception }) => exception !== wrapper);
  return [...around.slice(0, mostCauses - 1), ...root];
}

function toException(line: string): JavaException {
  const at = line.indexOf(": ");
  const name = (at < 0 ? line : line.slice(0, at)).trim();
  if (!isClassName(name)) return { exception: "", message: foreignText(line) };
  return { exception: name, message: at < 0 ? "" : foreignText(line.slice(at + 2)) };
}

function isClassName(text: string): boolean {
  return text.length <= longestName && text.includes(".") && /^[\w$.]+$/.test(text);
}

/** True where a class of that simple name is in the chain; what a message says does not count. */
export function hasCause(cause: FailureCause, simpleName: string): boolean {
  return cause.some(({ exception }) => simpleNameOf(exception) === simpleName);
}

/** What went wrong and why, on one line: the outermost message, and the root where it says more. */
export function describeCause(cause: FailureCause): string {
  const [outermost, root] = [cause[0], cause.at(-1)];
  if (outermost === undefined || root === undefined) return "";
  const head = outermost.message || simpleNameOf(outermost.exception);
  if (root === outermost || head.includes(root.message || root.exception)) return head;
  return [head, [simpleNameOf(root.exception), root.message].filter((part) => part !== "").join(": ")].join(
    " Root cause: ",
  );
}

function simpleNameOf(exception: string): string {
  return exception.slice(exception.lastIndexOf(".") + 1);
}
