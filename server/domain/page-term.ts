import { createHash } from "node:crypto";

/** A word in an index of all pages. It begins with its page, so that a word that is common elsewhere costs nothing here. */
export const pageTerm = (pageId: string, word: string) => `${keyOf(pageId)} ${word}`;

/** Two pages with the same key only share entries of the index. */
const keyOf = (pageId: string) => createHash("sha256").update(pageId).digest("hex").slice(0, 6);
