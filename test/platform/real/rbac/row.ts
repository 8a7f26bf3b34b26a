import type { Rig } from "./rig.ts";

/** What one grant is needed for: the smallest thing that a function does with it. */
export interface Row {
  /** As `textOf` names it. */
  readonly grant: string;
  readonly why: string;
  /** Makes what it acts on; the name is the row's own. */
  readonly start: (rig: Rig, name: string) => Promise<Trial>;
  /** What is seen without the grant: the function reports, and nothing else happens. */
  readonly refused: object;
  /** What is seen once the grant is there again. */
  readonly granted: object;
}

/** One action that is tried without the grant and then with it. */
export interface Trial {
  refused(): Promise<object>;
  granted(): Promise<object>;
  /** Ends what it started. */
  close?(): Promise<unknown>;
  /** What a process of its own wrote. */
  written?(): string;
}

/** The distinct calls that the API server refused, by what was said about them, such as `get vvpdeployments`. */
export function refusedCalls(...texts: readonly string[]): string[] {
  const found = texts.flatMap((text) =>
    [...text.matchAll(/answered 403 to (\w+ [\w/]+)/g)].map(([, call]) => call ?? ""),
  );
  return [...new Set(found)];
}
