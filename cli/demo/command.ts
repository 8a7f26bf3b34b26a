import { parseArgs } from "node:util";
import { type Closable, closeOnSignals } from "../../simulators/platform/autoscaler/close-on-signals.ts";
import { guarded, parsed, UsageError } from "../usage-error.ts";
import { startEmbeddedPlatform } from "./embedded-platform.ts";
import { makeClose } from "./make-close.ts";
import type { StartPlatform } from "./platform.ts";
import { makeScreen, type Screen } from "./screen.ts";
import type { StoryOptions } from "./story.ts";

/** One line for the list of commands. */
export const summary = "Show Weir at work on this machine: a platform, two examples, a timeline";

/** The text of `weir demo --help`. */
export const help = `Usage: weir demo [flink] [flags]

Starts an embedded Kubernetes API server, Knative's sources and autoscaler, and a simulated AppManager, all on
127.0.0.1; then drives the two examples through their life with Weir's functions as separate processes. Every step says
what it expects and fails if it is not so. Takes about half a minute; needs neither a cluster nor a network.

  flink            the story of Flink's own kinds instead: an application, a session job and a snapshot from apply to
                   delete, with a kill in between; Weir's own passes over simulated Kubernetes and Flink, in virtual time
  --platform=real  the same on a real control plane (etcd, kube-apiserver with RBAC, kube-controller-manager), which
                   npm run real:build -- --level=api builds once; it is started here, on 127.0.0.1, and stopped again.
                   With flink: real Flink on a real node in a sandbox, which needs root and npm run real:build -- --flink;
                   a few minutes
  --build          bundle the functions anew first, as npm run demo does
  --keep           stay up afterwards and tell how to poke it; ends with Ctrl-C
  --no-color       plain text, also on a terminal
  --help           show this text

Exit code: 0 when every expectation held, 1 when one did not, 2 for a wrong command line or a part that is not built.
`;

const options = {
  platform: { type: "string", default: "embedded" },
  build: { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
  "no-color": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Runs `weir demo` with the arguments after that word and resolves with the exit code. */
export function run(argv: readonly string[]): Promise<number> {
  return guarded("demo", async () => {
    const { values, positionals } = parsed(() => parseArgs({ args: [...argv], options, allowPositionals: true }));
    if (values.help) {
      console.log(help);
      return 0;
    }
    const colored = process.stdout.isTTY === true && !process.env.NO_COLOR && !values["no-color"];
    if (positionals.length > 0) return await playFlink(positionals, values, makeScreen({ color: colored }));
    const startPlatform = await platformOf(values.platform);
    if (typeof startPlatform === "string") {
      console.error(`weir demo: ${startPlatform}`);
      return 2;
    }
    if (values.build) await makeBundles();
    return await play(makeScreen({ color: colored }), { keep: values.keep, startPlatform });
  });
}

/** The story of Flink's own kinds, which leaves nothing to keep. */
async function playFlink(
  words: readonly string[],
  { platform, keep, build }: { readonly platform: string; readonly keep: boolean; readonly build: boolean },
  screen: Screen,
): Promise<number> {
  if (words.join(" ") !== "flink") throw new UsageError(`there is no demo ${words.join(" ")}; there is flink`);
  if (keep) throw new UsageError("the demo flink has nothing to --keep: its cluster goes with it");
  if (platform === "real") return playReal(build);
  if (platform !== "embedded") throw new UsageError(`--platform is embedded or real, not ${platform}`);
  // Only this needs the suites' folder, and only then is it loaded.
  const { tellFlink } = await import("./flink/story.ts");
  return tellFlink(screen);
}

async function playReal(build: boolean): Promise<number> {
  const { playRealFlink, whyNoRealFlink } = await import("./flink/real.ts");
  const reason = await whyNoRealFlink();
  if (reason !== undefined) {
    console.error(`weir demo: ${reason}`);
    return 2;
  }
  if (build) await makeBundles();
  return playRealFlink();
}

/** Only this needs the bundler, and only then is it loaded. */
async function makeBundles(): Promise<void> {
  const { buildDist } = await import("../../knative/image/build-dist.ts");
  await buildDist();
}

/** How the platform of that name is started, or why it can't be; throws `UsageError` for another name. */
async function platformOf(name: string): Promise<StartPlatform | string> {
  if (name === "embedded") return startEmbeddedPlatform;
  if (name !== "real") throw new UsageError(`--platform is embedded or real, not ${name}`);
  // Only this needs the suites' folder, and only then is it loaded.
  const { whyNot } = await import("../../test/platform/real/why-not.ts");
  const reason = await whyNot("api");
  if (reason !== undefined) return reason;
  const { startOwnControlPlane } = await import("../../test/platform/real/world/own-control-plane.ts");
  return startOwnControlPlane;
}

/** Whatever happens, what was opened is closed once, the latest first. */
async function play(screen: Screen, options: StoryOptions): Promise<number> {
  const opened: Closable[] = [];
  const closeAll = makeClose("weir demo", opened);
  let isCut = false;
  const close = () => {
    isCut = true;
    return closeAll();
  };
  const forget = closeOnSignals([{ close }]);
  // Who reads the timeline has left (`weir demo | head`): 128 plus the number of SIGPIPE.
  process.stdout.on("error", () => void close().finally(() => process.exit(141)));
  const { tell } = await import("./story.ts");
  try {
    const ending = await tell(screen, (part) => void opened.push(part), options);
    if (ending.kept !== undefined) {
      forget();
      await ending.kept();
    }
    return ending.code;
  } catch (error) {
    // A story that was cut short fails somewhere; whoever cut it ends the process when all is closed.
    if (isCut) await new Promise(() => undefined);
    throw error;
  } finally {
    await close();
    forget();
  }
}
