import type { Environment } from "@marcbachmann/cel-js";

/** Adds Kubernetes' URL functions. */
export function registerUrls(environment: Environment): void {
  environment.registerType("kubernetes.URL", CelUrl);
  environment.registerFunction("url(string): kubernetes.URL", (text: string) => new CelUrl(text));
  environment.registerFunction("isURL(string): bool", (text: string) => parsed(text) !== undefined);
  environment.registerFunction("kubernetes.URL.getScheme(): string", (url: CelUrl) =>
    url.parts.protocol.replace(/:$/, ""),
  );
  environment.registerFunction("kubernetes.URL.getHost(): string", (url: CelUrl) => url.parts.host);
  environment.registerFunction("kubernetes.URL.getHostname(): string", (url: CelUrl) => url.parts.hostname);
  environment.registerFunction("kubernetes.URL.getPort(): string", (url: CelUrl) => url.parts.port);
  environment.registerFunction("kubernetes.URL.getEscapedPath(): string", (url: CelUrl) => url.path);
}

/** A URL value; the path keeps the difference between none and `/`. */
class CelUrl {
  readonly parts: URL;
  readonly path: string;

  constructor(text: string) {
    const url = parsed(text);
    if (!url) throw new Error(`parse "${text}": invalid URI for request`);
    this.parts = url;
    this.path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*$/i.test(text) ? "" : url.pathname;
  }
}

function parsed(text: string): URL | undefined {
  if (URL.canParse(text)) return new URL(text);
  return text.startsWith("/") && URL.canParse(text, "path://none") ? new URL(text, "path://none") : undefined;
}
