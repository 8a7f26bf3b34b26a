import type { UploadedFile } from "./exchange.ts";

/** The first file of a multipart form; undefined for what is none. */
export function fileOfForm(text: string): UploadedFile | undefined {
  const [boundary = ""] = text.split("\r\n", 1);
  const head = text.indexOf("\r\n\r\n");
  const end = text.lastIndexOf(`\r\n${boundary}--`);
  const name = /filename="([^"]*)"/.exec(text.slice(0, head))?.[1];
  return name === undefined || end < head ? undefined : { name, content: text.slice(head + 4, end) };
}
