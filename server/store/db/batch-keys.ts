/**
 * Returns a function from a page to the key of its batch: rows of pages with the same key may be in one statement. On a
 * plain PostgreSQL all pages have the same key. If tables are distributed over servers, each page has its own.
 */
export const batchKeys = (isDistributed: boolean): ((pageId: string) => string) =>
  isDistributed ? (pageId) => pageId : () => "";
