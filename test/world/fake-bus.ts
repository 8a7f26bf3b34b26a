import type { Bus, OwnEvent } from "../../shared/ports/bus.ts";

/** A request that is being held, until a test answers it or its sender gives up. */
export interface Carrier {
  readonly event: OwnEvent;
  readonly signal: AbortSignal;
  state: "out" | "answered" | "given up" | "failed";
  /** What the other side answers. */
  readonly answer: () => void;
  readonly fail: () => void;
}

/** The way to our own address, with every request in a test's hands. */
export class FakeBus implements Bus {
  readonly carriers: Carrier[] = [];

  get out(): readonly Carrier[] {
    return this.carriers.filter(({ state }) => state === "out");
  }

  send(event: OwnEvent, signal: AbortSignal = new AbortController().signal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (state: Carrier["state"], then: () => void) => () => {
        if (carrier.state !== "out") return;
        carrier.state = state;
        then();
      };
      const carrier: Carrier = {
        event,
        signal,
        state: "out",
        answer: () => end("answered", resolve)(),
        fail: () => end("failed", () => reject(new Error("nobody answers")))(),
      };
      signal.addEventListener("abort", end("given up", resolve));
      this.carriers.push(carrier);
    });
  }
}

/** The names of the keys that an event carries. */
export function namesIn(event: OwnEvent | undefined): string[] {
  return event?.type === "dev.weir.follow" ? event.keys.map(({ name }) => name) : [];
}
