import { readNote, takeDown } from "./standing.ts";

const help = `Usage: npm run real:down

Ends what npm run real:up left running and removes its folder, .real/.
`;

if (process.argv.includes("--help")) process.stdout.write(help);
else {
  const note = await readNote();
  const ended = note === undefined ? [] : await takeDown(note);
  process.stdout.write(
    ended.length === 0 ? "nothing was up\n" : `ended ${ended.length} processes: ${ended.join(", ")}\n`,
  );
}
