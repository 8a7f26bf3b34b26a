import { lab } from "./lab.ts";

process.exitCode = await lab(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
