import * as z from "zod";
import { OperatorError } from "../../core/error.ts";
import { isObject, type JsonObject, type JsonValue, member, outOfBounds } from "../../core/json.ts";
import { oncePer } from "../../core/once-per.ts";
import type { ActualState, Deployment } from "../../ports/app-manager.ts";
import { toAutopilot } from "./autopilot.ts";
import { isIdentity } from "./identity.ts";
import { ownerOf } from "./mark.ts";

/** What is read of an answer; whatever else is in it, in any number, is not looked at. */
const deployment = z.object({
  metadata: z.object({
    id: z.string(),
    name: z.string(),
    namespace: z.string().min(1).nullish(),
    annotations: z.looseObject({}).nullish(),
  }),
  spec: z.object({ state: z.string().nullish() }),
  status: z.object({ state: z.string().nullish() }).nullish(),
});

const list = z.object({
  items: z.array(z.unknown()),
  metadata: z.object({ pageIndex: z.number().nullish(), totalPage: z.number().nullish() }).nullish(),
});

/** One page of a list; `next` is the index of the page behind it, on platforms that page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: number | undefined;
}

const states: ReadonlySet<string> = new Set<ActualState>([
  "RUNNING",
  "CANCELLED",
  "SUSPENDED",
  "TRANSITIONING",
  "FAILED",
  "FINISHED",
]);

/**
 * A deployment as the platform answered; unknown fields and states are kept. `token` is the caller's: nothing that may
 * be shown holds it.
 *
 * Throws `Malformed` for what is none, is out of bounds (depth, size, `__proto__`), is in another namespace, or has an id
 * or a name that can be none.
 */
export function toDeployment(value: JsonValue, namespace: string, token?: string): Deployment {
  return deploymentOf(isObject(value) ? readParts(value) : partsOf(value), value, namespace, token);
}

function deploymentOf(
  { metadata, spec, status }: Parts,
  value: JsonValue,
  namespace: string,
  token: string | undefined,
): Deployment {
  if ((metadata.namespace ?? namespace) !== namespace) throw malformed("the deployment is of another namespace");
  if (!isIdentity(metadata.id, token)) throw malformed("the deployment has an impossible id");
  if (!isIdentity(metadata.name, token)) throw malformed("the deployment has an impossible name");
  const rawState = isIdentity(status?.state, token) ? status.state : "";
  const received = (key: string) => member(value, key) as JsonObject;
  const autopilot = toAutopilot(member(member(value, "status"), "autopilot") as JsonValue | undefined);
  return {
    id: metadata.id,
    name: metadata.name,
    namespace,
    owner: ownerOf(received("metadata"), token),
    desiredState: isIdentity(spec.state, token) ? spec.state : undefined,
    state: states.has(rawState) ? (rawState as ActualState) : "TRANSITIONING",
    rawState,
    metadata: received("metadata"),
    spec: received("spec"),
    ...(autopilot !== undefined && { autopilot }),
  };
}

type Parts = z.infer<typeof deployment>;

function partsOf(value: JsonValue): Parts {
  const finding = outOfBounds(value);
  if (finding !== undefined) throw malformed(`the deployment is not acceptable: ${finding}`);
  const parsed = deployment.safeParse(value);
  if (!parsed.success) throw malformed(`this is no deployment: ${firstIssue(parsed.error)}`);
  return parsed.data;
}

/** A short answer that says what an earlier one said is the same object (`jsonOf`), and is checked once. */
const readParts = oncePer((value: JsonObject) => partsOf(value));

/** One page of any list, its items as they came. */
export function toItems(value: JsonValue): Page<JsonValue> {
  const parsed = list.safeParse(value);
  if (!parsed.success) throw malformed(`this is no list: ${firstIssue(parsed.error)}`);
  const { pageIndex, totalPage } = parsed.data.metadata ?? {};
  const more = typeof pageIndex === "number" && typeof totalPage === "number" && pageIndex < totalPage;
  return { items: parsed.data.items as JsonValue[], next: more ? pageIndex + 1 : undefined };
}

/** One page of deployments; one that cannot be read is left out, since no list of them proves that one is absent. */
export function toPage(value: JsonValue, namespace: string, token?: string): Page<Deployment> {
  const page = toItems(value);
  const items: Deployment[] = [];
  for (const item of page.items) {
    try {
      items.push(deploymentOf(partsOf(item), item, namespace, token));
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
    }
  }
  return { ...page, items };
}

/** Errors of one answer that are repeated at most. */
const mostErrors = 100;

/** The platform's own explanation in an error body, as far as it is text. */
export function messageOf(body: JsonValue | undefined): string | undefined {
  const message = member(body, "message");
  if (typeof message === "string" && message !== "") return message;
  const errors = member(body, "errors");
  if (!Array.isArray(errors)) return undefined;
  const texts = errors.slice(0, mostErrors).map((one) => {
    const said = [member(one, "attribute"), member(one, "message") ?? member(one, "reason")];
    return said
      .filter((part) => typeof part === "string")
      .join(" ")
      .trim();
  });
  return texts.filter((text) => text !== "").join("; ") || undefined;
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? "unknown" : `${issue.path.join(".") || "the answer"}: ${issue.message}`;
}

function malformed(why: string): OperatorError {
  return new OperatorError("Malformed", why);
}
