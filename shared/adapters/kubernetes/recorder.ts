import { isOperatorError } from "../../core/error.ts";
import type { Recorder } from "../../ports/recorder.ts";
import type { Api } from "./api.ts";
import { resourcePath } from "./paths.ts";

const events = { group: "", version: "v1", plural: "events" };

/** The port over the API server; a 409 to a creation says that it is there. */
export function makeRecorder(api: Api): Recorder {
  return {
    record: async (event) => {
      const { name, namespace } = event.metadata;
      const path = `${resourcePath(events, namespace)}?fieldManager=weir`;
      try {
        await api.write({ method: "POST", path, body: JSON.stringify(event) }, `create events ${namespace}/${name}`);
        return true;
      } catch (error) {
        if (isOperatorError(error) && error.code === "Conflict") return false;
        throw error;
      }
    },
  };
}
