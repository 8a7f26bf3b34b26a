import { writeFileSync } from "node:fs";
import { play } from "./play.ts";
import { scenarios } from "./scenarios.ts";

/**
 * Records what a real kube-apiserver answers: `node record.ts URL [SCENARIO…]` writes `test/fixtures/kube-apiserver/<scenario>.json`.
 *
 * The server must take the tokens `admin` (any name, group system:masters) and `weir` (user
 * system:serviceaccount:weir:weir-operator), authorize everything and run without the ServiceAccount admission plugin.
 */
const [url = "", ...only] = process.argv.slice(2);
for (const [name, steps] of Object.entries(scenarios)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const run = `r${Date.now().toString(36)}`;
  const answers = await play({ url, run }, steps);
  const file = new URL(`../../fixtures/kube-apiserver/${name}.json`, import.meta.url);
  writeFileSync(file, `[\n${answers.map((answer) => JSON.stringify(answer)).join(",\n")}\n]\n`);
  console.log(`${name}: ${answers.length} answers`);
}
