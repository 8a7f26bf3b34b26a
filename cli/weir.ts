#!/usr/bin/env node
import { type Command, commands } from "./commands.ts";
import { endQuietly } from "./end-quietly.ts";

const usage = "Usage: weir <command> [flags]";

/** Runs one command and resolves with the exit code; 2 for a command line that nobody understands. */
async function main([word, ...rest]: readonly string[]): Promise<number> {
  if (word === undefined || word === "--help" || word === "-h" || word === "help") {
    console.log(await overview());
    return word === undefined ? 2 : 0;
  }
  if (word === "--version" || word === "version") {
    const { version } = await import("../functions/version.ts");
    console.log(version);
    return 0;
  }
  const load = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (load !== undefined) return (await load()).run(rest);
  const near = Object.keys(commands).find((name) => name.startsWith(word.slice(0, 2)));
  console.error(`weir: unknown command '${word}'.${near === undefined ? "" : ` Did you mean '${near}'?`}`);
  console.error("Try 'weir --help'.");
  return 2;
}

async function overview(): Promise<string> {
  const rows = Object.entries(commands).map(async ([name, load]) => {
    const { summary }: Command = await load();
    return `  ${name.padEnd(12)}${summary}`;
  });
  return `${usage}\n\nCommands:\n${(await Promise.all(rows)).join("\n")}\n\nweir <command> --help tells more; weir --version prints the version.`;
}

endQuietly(process.stdout, process.exit);
process.exitCode = await main(process.argv.slice(2));
