import { OperatorError } from "../../../shared/core/error.ts";
import type { Lease } from "../../../shared/ports/cluster.ts";

type Call = "acquire" | "takeOver" | "release";

/** What becomes of a call: it is lost before or after its write, or its write lands only when a test says so. */
export type Trouble = "lost" | "answer lost" | "late";

/** A lock that notes what was asked of it; as at the API server, a write counts only while nobody wrote since its read. */
export class FakeLease implements Lease {
  holder: string | undefined;
  readonly asked: Call[] = [];
  /** What becomes of the next calls, in order. */
  readonly troubles: (Trouble | undefined)[] = [];
  /** Lets what is late land. */
  readonly landing: (() => void)[] = [];
  private version = 0;

  acquire(holder: string, _ttlMs: number, formers?: ReadonlySet<string>): Promise<boolean> {
    const open = this.holder === undefined || this.holder === holder || formers?.has(this.holder) === true;
    return this.call("acquire", open, holder);
  }

  takeOver(former: string, holder: string): Promise<boolean> {
    return this.call("takeOver", this.holder === former, holder);
  }

  async release(holder: string): Promise<void> {
    await this.call("release", this.holder === holder, undefined);
  }

  private async call(name: Call, allowed: boolean, holder: string | undefined): Promise<boolean> {
    this.asked.push(name);
    const trouble = this.troubles.shift();
    const read = this.version;
    const write = () => {
      if (!allowed || read !== this.version) return false;
      this.version += 1;
      this.holder = holder;
      return true;
    };
    if (trouble === "late") this.landing.push(write);
    const won = trouble === "late" || trouble === "lost" ? false : await Promise.resolve().then(write);
    if (trouble !== undefined) throw new OperatorError("Unavailable", "the API server does not answer");
    return won;
  }
}
