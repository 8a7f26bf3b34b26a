import { Environment } from "@marcbachmann/cel-js";
import { registerLists } from "./cel-lists.ts";
import { registerStrings } from "./cel-strings.ts";
import { registerUrls } from "./cel-urls.ts";

/** The functions of Kubernetes' CEL environment on top of the standard ones; variables are dynamic. */
export const celEnvironment: Environment = makeEnvironment();

/** The same for rules whose `oldSelf` is optional; the library has to be told the type of such a variable. */
export const optionalOldSelfEnvironment: Environment = makeEnvironment().registerVariable("oldSelf", "optional");

function makeEnvironment(): Environment {
  const environment = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
  });
  registerStrings(environment);
  registerLists(environment);
  registerUrls(environment);
  return environment;
}
