import { afterEach } from "vitest";

/** What a test starts and has to close. */
interface Open {
  close(): unknown;
}

/**
 * Gives what keeps a started part until the end of its test, and hands it on.
 *
 * Guarantees: all of them are closed after each test, the last one first, also when it failed.
 * Assumptions: called where a file is read, not inside a test or hook; what it gives may be called anywhere.
 */
export function closedAfterEach(): <Part extends Open>(part: Part) => Part {
  const open: Open[] = [];
  afterEach(async () => {
    for (const part of open.splice(0).reverse()) await part.close();
  });
  return (part) => {
    open.push(part);
    return part;
  };
}
