import { type JsonValue, member } from "../../shared/core/json.ts";
import { LOGIN_PAGE, NOT_FOUND_PAGE } from "../shell/pages.ts";
import { error, type RestAnswer, unavailable } from "./exchange.ts";
import type { Fault } from "./faults.ts";

/** What the socket has to do: send text, cut the connection, or say nothing for ever. */
export type Outcome = Text | { readonly kind: "reset" } | { readonly kind: "hang" };

/** An answer as it is sent; `message` is the head of an error, for whoever watches. */
interface Text {
  readonly kind: "text";
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly message?: string;
}

/** As Flink names the type of what it answers. */
const json = "application/json; charset=UTF-8";

/** What a client gets of an answer of Flink's. */
export function sent({ status, body }: RestAnswer): Text {
  return { kind: "text", status, type: json, text: JSON.stringify(body), ...headOf(body) };
}

/** What went wrong, in one line; the stack is for whoever asked. */
function headOf(body: JsonValue): Pick<Text, "message"> {
  const errors = member(body, "errors");
  const first = Array.isArray(errors) ? errors[0] : undefined;
  return typeof first === "string" ? { message: first.split("\n", 1)[0] ?? "" } : {};
}

/** Lets a request take effect, or not, as its fault wants it. */
export function deliver(fault: Fault | undefined, apply: () => RestAnswer): Outcome {
  switch (fault?.kind) {
    case "error":
      return sent(fault.status === 503 ? unavailable : error(fault.status, "The cluster failed."));
    case "htmlNotFound":
      return { kind: "text", status: 404, type: "text/html", text: NOT_FOUND_PAGE };
    case "garbage":
      return { kind: "text", status: 200, type: "text/html", text: LOGIN_PAGE };
    case "hang":
      return { kind: "hang" };
    case "resetBeforeCommit":
      return { kind: "reset" };
    case "resetAfterCommit":
      apply();
      return { kind: "reset" };
    case "cutShort":
      return halved(sent(apply()));
    case "duplicate":
      apply();
      return sent(apply());
    default:
      return sent(apply());
  }
}

/** As a proxy passes on what it got before the cluster fell silent. */
function halved(answer: Text): Text {
  return { ...answer, text: answer.text.slice(0, answer.text.length / 2) };
}
