/** Name of every event that is not AppManager's own; inferred from the names of 2.4.3 (`ververica.md` 2.3). */
export const externalName = "EXTERNAL";

/** How every documented text of the operator begins (X6). */
const opening = "Kubernetes operator ";

/**
 * The message of an event of ours, which is also how it is told from all others.
 *
 * Inferred: nobody documents a field for the source of an event, and a platform may refuse a field that it does not know.
 */
export function withOpening(message: string): string {
  return `${opening}${message}`;
}

/** True for an event that an operator sent; who mirrors the platform's events leaves it out. */
export function isFromOperator(event: { readonly name: string; readonly message: string }): boolean {
  return event.name === externalName && event.message.startsWith(opening);
}
