import type { Api } from "../../../shared/adapters/kubernetes/api.ts";
import type { Answer, Request } from "../../../shared/adapters/kubernetes/request.ts";
import { toOperatorError } from "../../../shared/adapters/kubernetes/translate-error.ts";
import { mergePatch } from "../../../shared/core/diff.ts";
import { at, type JsonObject, type JsonValue } from "../../../shared/core/json.ts";
import { hear } from "../api-port.ts";
import type { Network } from "../network.ts";
import type { Process } from "../process.ts";

/** The Leases of an API server, by path, as their adapter asks for them. */
export class LeaseStore {
  readonly #objects = new Map<string, JsonObject>();
  readonly #now: () => number;
  #revision = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Answers one request as the API server does. */
  answer({ method, path, body }: Request): Answer {
    const [place = ""] = path.split("?");
    const sent = body === undefined ? {} : (JSON.parse(body) as JsonObject);
    if (method === "POST") return this.#create(`${place}/${at(sent, "metadata", "name")}`, sent);
    const known = this.#objects.get(place);
    if (known === undefined) return this.#status(404, "NotFound", place);
    if (method === "GET") return this.#reply(200, known);
    const precondition = at(sent, "metadata", "resourceVersion");
    if (precondition !== at(known, "metadata", "resourceVersion")) return this.#status(409, "Conflict", place);
    return this.#reply(200, this.#store(place, mergePatch(known, sent) as JsonObject));
  }

  #create(path: string, body: JsonObject): Answer {
    if (this.#objects.has(path)) return this.#status(409, "AlreadyExists", path);
    return this.#reply(201, this.#store(path, body));
  }

  #store(path: string, object: JsonObject): JsonObject {
    this.#revision += 1;
    const stored = mergePatch(object, { metadata: { resourceVersion: String(this.#revision) } }) as JsonObject;
    this.#objects.set(path, stored);
    return stored;
  }

  #status(status: number, reason: string, path: string): Answer {
    return this.#reply(status, { kind: "Status", reason, details: { name: path.slice(path.lastIndexOf("/") + 1) } });
  }

  #reply(status: number, body: JsonValue): Answer {
    const date = Math.floor(this.#now() / 1000) * 1000;
    return { status, text: JSON.stringify(body), date, retryAfter: undefined };
  }
}

/** Milliseconds that the adapter gives a call with all its tries. */
const limitMs = 5_000;

/** The calls of one process for Leases. */
export function leaseApi(store: LeaseStore, network: Network, process: Process): Api {
  const call = (request: Request) => {
    const write = request.method !== "GET";
    const kind = write ? "lease write" : "lease read";
    const apply = () => store.answer(request);
    return network.call(process, { kind, what: kind, apply, hear: (fault) => hear(fault, write), limitMs });
  };
  return {
    read: (path) => call({ method: "GET", path }),
    write: async (request, what) => {
      const answer = await call(request);
      if (answer.status >= 300) throw toOperatorError(answer, what, true);
      return answer;
    },
  };
}
