import { request } from "node:http";
import { expect } from "vitest";
import { namespace } from "../../../../../cli/demo/platform.ts";
import { readExamples, sourceHeaders, variant } from "../../../scenario-rig.ts";
import type { Cell } from "./cell.ts";

/** The resource that the suites act on. */
export const name = "my-deployment";

/** Applies the example, with the job in that state. */
export async function applyExample(cell: Cell, state: "RUNNING" | "CANCELLED"): Promise<void> {
  const { patch } = await readExamples();
  expect(await cell.kubectl.apply(variant(patch, name, state), "file.yaml")).toMatchObject({ ok: true });
}

/** Changes the specification of the job. */
export async function editExample(cell: Cell, spec: object): Promise<void> {
  expect(await cell.kubectl.patch(name, { spec: { deployment: { spec } } })).toMatchObject({ ok: true });
}

/** Asks a function to follow the resource; answered when it has settled. */
export function sendFollow(url: string, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { ...sourceHeaders(name), "ce-type": "dev.weir.follow" },
    body: JSON.stringify({ keys: [{ kind: "VvpDeployment", namespace, name }] }),
    ...(signal && { signal }),
  });
}

/** Begins an event whose body never comes to its end; its status, or `left` where its sender went away before. */
export function beginEvent(url: string, signal?: AbortSignal): Promise<number | "left" | undefined> {
  const headers = { ...sourceHeaders(name), "content-length": "1000" };
  const outgoing = request(url, { method: "POST", headers, agent: false, ...(signal && { signal }) });
  outgoing.write("{");
  return new Promise((resolve) => {
    outgoing.once("response", (response) => resolve(response.resume().statusCode));
    outgoing.on("error", () => resolve("left"));
  });
}
