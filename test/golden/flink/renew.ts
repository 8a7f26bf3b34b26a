import { writeFileSync } from "node:fs";
import { goldens, pathOf, writeGolden } from "./cases.ts";
import { jobRolePath, writeJobRole } from "./job-role.ts";

for (const golden of goldens) writeFileSync(pathOf(golden), writeGolden(golden));
writeFileSync(jobRolePath, writeJobRole());
console.log(`${goldens.length} clusters and a role written; read the difference before it is committed.`);
