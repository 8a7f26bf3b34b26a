import type { KubeObject } from "./object.ts";
import type { Settings } from "./settings.ts";

/** Something that happened to what a resource stands for, as its backend tells. */
export interface Happening {
  /** The backend's own; the same in every telling. */
  readonly id: string;
  /** As `toTimestamp` writes it. */
  readonly at: string;
  /** The backend's id of what it happened to. */
  readonly subject: string;
  readonly type: "Normal" | "Warning";
  /** CamelCase. */
  readonly reason: string;
  readonly message: string;
}

/** Where the happenings of a resource are told. */
export interface MirrorSource<Ports> {
  /** What one cursor follows, such as a namespace of the platform. */
  readonly stream: string;
  /** With whose rights the stream is read; it is read once for each. */
  readonly reader: string;
  /** Which of the stream's happenings are the resource's. */
  readonly subject: string;
  /** Every happening of the stream that the backend still tells, in any order. */
  readonly read: (ports: Ports, signal: AbortSignal) => Promise<readonly Happening[]>;
}

/** How a kind says where its happenings are told; undefined for a resource that stands for nothing yet. Pure. */
export type Mirror<Ports> = (object: KubeObject, settings: Settings) => MirrorSource<Ports> | undefined;
