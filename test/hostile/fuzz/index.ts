import { parseArgs } from "node:util";
import { startCoverage } from "./coverage.ts";
import { type Failure, type Progress, search } from "./search.ts";
import type { Target } from "./target.ts";

// Before anything of Weir is loaded, or V8 would not count the blocks of what runs while it loads.
const coverage = startCoverage((url) => /\/(shared|functions)\//.test(url) && !url.includes("node_modules"));
await import("../../../shared/runtime/no-code-generation.ts");
const { targets } = await import("./targets/all.ts");

const help = `Usage: npm run fuzz -- [--target NAME] [--seconds N] [--seed N] [--input TEXT]

Looks for inputs that a part of Weir cannot deal with: changes inputs that it knows, and keeps those that behave as none
did before or reach code that none reached. Ends with exit code 1 at the first input that does what must never be.

${targets.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join("\n")}

  --target NAME   one of these; without it all, one after the other
  --seconds N     how long each is searched (default 60)
  --seed N        where the search begins (default: chosen and shown)
  --input TEXT    run one input, in base64url as a failure shows it, instead of a search
  --help          show this text
`;

interface Wanted {
  readonly chosen: readonly Target[];
  readonly seconds: number;
  readonly seed: number;
  readonly input: string | undefined;
}

/** Throws for arguments that are none. */
function read(args: readonly string[]): Wanted | "help" {
  const options = {
    target: { type: "string" },
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: `${Date.now() % 1_000_000}` },
    input: { type: "string" },
    help: { type: "boolean", default: false },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  if (values.help) return "help";
  const chosen = targets.filter(({ name }) => values.target === undefined || name === values.target);
  const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
  if (chosen.length === 0) throw new Error(`--target is none of ${targets.map(({ name }) => name).join(", ")}`);
  if (!(seconds > 0)) throw new Error("--seconds is not a positive number");
  if (!Number.isSafeInteger(seed)) throw new Error("--seed is not a whole number");
  if (values.input !== undefined && chosen.length > 1) throw new Error("--input needs a --target");
  return { chosen, seconds, seed, input: values.input };
}

async function main(args: readonly string[]): Promise<number> {
  let wanted: ReturnType<typeof read>;
  try {
    wanted = read(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`);
    return 2;
  }
  if (wanted === "help") {
    process.stdout.write(help);
    return 0;
  }
  for (const target of wanted.chosen) {
    const failed = wanted.input === undefined ? await searched(target, wanted) : await repeated(target, wanted.input);
    if (failed) return 1;
  }
  return 0;
}

async function repeated(target: Target, input: string): Promise<boolean> {
  const text = Buffer.from(input, "base64url").toString();
  try {
    process.stdout.write(`${target.name}: ${await target.run(text)}\n`);
    return false;
  } catch (error) {
    process.stdout.write(`${target.name}: ${error instanceof Error ? error.stack : String(error)}\n`);
    return true;
  }
}

async function searched(target: Target, { seconds, seed }: Wanted): Promise<boolean> {
  coverage.forget();
  const startedAt = performance.now();
  const line = lineOf(target, seed, startedAt);
  let shownAt = startedAt;
  const goesOn = (progress: Progress) => {
    const now = performance.now();
    if (now - shownAt > 1_000) {
      shownAt = now;
      process.stderr.write(process.stderr.isTTY ? `\r${line(progress)}` : "");
    }
    return now - startedAt < seconds * 1_000;
  };
  const found = await search(target, { seed, coverage, goesOn });
  process.stderr.write(process.stderr.isTTY ? "\r" : "");
  process.stdout.write(`${line(found)}\n`);
  if (found.failure !== undefined) process.stdout.write(tell(target, found.failure));
  return found.failure !== undefined;
}

function lineOf({ name }: Target, seed: number, startedAt: number): (progress: Progress) => string {
  return ({ executions, behaviours, coverage, corpus }) => {
    const rate = Math.round((executions * 1_000) / (performance.now() - startedAt));
    return `${name}, seed ${seed}: ${executions} executions, ${rate}/s, coverage ${coverage}, ${behaviours} behaviours, corpus ${corpus}`;
  };
}

function tell({ name }: Target, { message, input, minimised }: Failure): string {
  const again = Buffer.from(minimised).toString("base64url");
  return `
${name} failed: ${message}
found with ${input.length} characters, and with these ${minimised.length}:
${minimised}

again: npm run fuzz -- --target ${name} --input ${again}
to keep it, a row of test/hostile/fuzz/finds.ts:
${JSON.stringify({ target: name, why: message, input: minimised })}
`;
}

process.exitCode = await main(process.argv.slice(2));
