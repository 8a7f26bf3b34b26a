import { describe, expect, it } from "vitest";
import { toLogFiles } from "../../../../shared/flink/cluster/log-configuration.ts";

const log4j = (source: unknown) => toLogFiles(source).files["log4j-console.properties"];

describe("the log configuration (FD-10, 5.6 point 7)", () => {
  it("is Weir's own where none is given: the mounted folder hides that of the image", () => {
    expect(Object.keys(toLogFiles(undefined).files)).toEqual(["log4j-console.properties"]);
    expect(log4j(undefined)).toMatch(/^appender\.rolling\.fileName = \$\{sys:log\.file\}$/m);
  });

  it("takes whole files as they are", () => {
    const files = { "log4j-console.properties": "rootLogger.level = WARN", "logback-console.xml": "<configuration/>" };
    expect(toLogFiles(files)).toEqual({ files, problems: [] });
  });

  it("lays the guide's properties over its own", () => {
    const text = log4j({ "rootLogger.level": "DEBUG", "logger.app.name": "com.example", "logger.app.level": "TRACE" });
    expect(text?.match(/^rootLogger\.level = .*$/gm)).toEqual(["rootLogger.level = DEBUG"]);
    expect(text).toContain("logger.app.name = com.example\nlogger.app.level = TRACE\n");
    expect(text).toContain("appender.console.type = CONSOLE\n");
  });

  it("takes properties that name an appender as the whole file", () => {
    expect(log4j({ "rootLogger.level": "INFO", "appender.out.type": "Console" })).toBe(
      "rootLogger.level = INFO\nappender.out.type = Console\n",
    );
  });

  it("adds properties to a file that is given as well", () => {
    expect(log4j({ "log4j-console.properties": "a = 1", "rootLogger.level": "WARN" })).toBe(
      "a = 1\nrootLogger.level = WARN\n",
    );
  });

  it("escapes what would end a line", () => {
    expect(log4j({ "appender.x": "a\nb\\c" })).toBe("appender.x = a\\nb\\\\c\n");
  });

  it.each([
    { source: [1], path: "spec.logConfiguration", message: /^is no map$/ },
    {
      source: { "log4j.properties": "x" },
      path: "spec.logConfiguration.log4j.properties",
      message: /it reads log4j-console\.properties and/,
    },
    {
      source: { "a b": "x" },
      path: "spec.logConfiguration.a b",
      message: /neither a file .* nor the name of a property/,
    },
    { source: { "a=b\nc": "x" }, path: "spec.logConfiguration.a=b\nc", message: /neither a file/ },
    { source: { "logger.x": { level: "INFO" } }, path: "spec.logConfiguration.logger.x", message: /^is no text$/ },
  ])("refuses $source", ({ source, path, message }) => {
    expect(toLogFiles(source).problems).toEqual([{ path, message: expect.stringMatching(message) }]);
  });
});
