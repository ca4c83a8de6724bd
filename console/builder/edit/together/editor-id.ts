/** A name for an open editor that no other has. `crypto.randomUUID` is missing where there is no TLS. */
export function newEditorId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
