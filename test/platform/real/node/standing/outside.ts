import { placesIn } from "./places.ts";
import { startRelay } from "./relay.ts";

/** Runs outside of the sandbox until a signal ends it: `127.0.0.1` at a port is the API server of the folder's cluster. */
const [folder = "", port = "0"] = process.argv.slice(2);
await startRelay({ host: "127.0.0.1", port: Number(port) }, { path: placesIn(folder).socket });
