import { endQuietly } from "../../cli/end-quietly.ts";
import { lab } from "./lab.ts";

endQuietly(process.stdout, process.exit);

process.exitCode = await lab(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
