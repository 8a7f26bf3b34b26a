/** A command as its module exports it; `run` gets the arguments after its name and resolves with the exit code. */
export interface Command {
  readonly summary: string;
  readonly help: string;
  readonly run: (argv: readonly string[]) => Promise<number>;
}

/** Every command by name, loaded when it is wanted. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  demo: () => import("./demo/command.ts"),
  simulate: () => import("./simulate.ts"),
  explain: () => import("./explain.ts"),
  status: () => import("./status.ts"),
  why: () => import("./why.ts"),
  plot: () => import("./plot.ts"),
  autoscaler: () => import("./autoscaler.ts"),
};
