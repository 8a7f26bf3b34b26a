import { OperatorError } from "../../shared/core/error.ts";
import type { KubeEvent } from "../../shared/core/kube-event.ts";
import type { Bookmark, Bookmarks } from "../../shared/ports/bookmarks.ts";
import type { Recorder } from "../../shared/ports/recorder.ts";

/** One call of the two ports, as it was meant. */
export interface MirrorCall {
  readonly verb: "record" | "get" | "put";
  readonly name: string;
}

/** Kubernetes Events and bookmarks in memory: names are taken once, versions are preconditions, Events expire. */
export class MemoryMirror implements Recorder, Bookmarks {
  readonly calls: MirrorCall[] = [];
  /** Every Event that was created, in order, the expired ones included. */
  readonly created: KubeEvent[] = [];
  readonly bookmarks = new Map<string, Bookmark>();
  /** Told of a call before it takes effect and after; what it throws is what the caller gets. */
  probe: (call: MirrorCall, when: "before" | "after") => void = () => {};
  readonly #events = new Map<string, KubeEvent>();
  #version = 0;

  record(event: KubeEvent): Promise<boolean> {
    const { name, namespace } = event.metadata;
    return this.#call({ verb: "record", name }, () => {
      const id = `${namespace}/${name}`;
      if (this.#events.has(id)) return false;
      this.#events.set(id, event);
      this.created.push(event);
      return true;
    });
  }

  get(name: string): Promise<Bookmark | undefined> {
    return this.#call({ verb: "get", name }, () => this.bookmarks.get(name));
  }

  put(name: string, text: string, version: string | undefined): Promise<string> {
    return this.#call({ verb: "put", name }, () => {
      if (this.bookmarks.get(name)?.version !== version) throw new OperatorError("Conflict", "it was changed");
      this.#version += 1;
      this.bookmarks.set(name, { text, version: String(this.#version) });
      return String(this.#version);
    });
  }

  /** What the API server does an hour later. */
  expireEvents(): void {
    this.#events.clear();
  }

  /** Calls of a verb since the list was emptied. */
  count(verb: MirrorCall["verb"]): number {
    return this.calls.filter((call) => call.verb === verb).length;
  }

  async #call<Value>(call: MirrorCall, effect: () => Value): Promise<Value> {
    this.probe(call, "before");
    this.calls.push(call);
    const value = effect();
    this.probe(call, "after");
    return value;
  }
}
