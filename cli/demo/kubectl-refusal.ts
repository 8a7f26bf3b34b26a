import { at } from "../../shared/core/json.ts";

/** A refusal (a `Status` of kind Failure) in the words in which kubectl prints it; `file` is what it was applied from. */
export function refusalText(status: unknown, file?: string): string {
  const reason = String(at(status, "reason") ?? "");
  const source = file === undefined ? "" : `error when creating "${file}": `;
  const message = `${source}${String(at(status, "message") ?? "")}`;
  const details = at(status, "details");
  if (reason !== "Invalid") return `Error from server${reason === "" ? "" : ` (${reason})`}: ${message}`;
  if (details === undefined) return `The request is invalid: ${message}`;
  const head = `The ${String(at(details, "kind"))} "${String(at(details, "name") ?? "")}" is invalid`;
  const causes = causesOf(at(details, "causes"));
  if (causes.length === 0) return head;
  return causes.length === 1 ? `${head}: ${causes[0]}` : `${head}: \n${causes.map((one) => `* ${one}`).join("\n")}`;
}

function causesOf(value: unknown): string[] {
  const causes = Array.isArray(value) ? value : [];
  const texts = causes.map((cause) => `${String(at(cause, "field") ?? "")}: ${String(at(cause, "message") ?? "")}`);
  return [...new Set(texts)];
}
