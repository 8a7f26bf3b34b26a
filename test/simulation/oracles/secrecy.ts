import { home } from "../../world/world.ts";
import { tokenIn } from "../rare-deeds.ts";
import type { Oracle } from "./oracle.ts";

/** S7: no token is in a log, in a version of a resource, or in what the platform is told; looked for where logs are kept. */
export const secrecy: Oracle = ({ logged, server, platform }) => {
  if (logged === undefined) return [];
  const told = {
    "a log": logged.join(),
    "a resource": JSON.stringify(server.cluster.changes.map(({ object }) => object)),
    "an event": JSON.stringify(platform.state.events),
  };
  const tokens = [home.token, tokenIn(server.cluster)].filter((token) => token !== "");
  return Object.entries(told).flatMap(([where, text]) =>
    tokens.some((token) => text.includes(token)) ? [`S7: a token is in ${where}`] : [],
  );
};
