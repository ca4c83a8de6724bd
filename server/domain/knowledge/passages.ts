import { createHash } from "node:crypto";
import type { CutPassage } from "@banter/core/knowledge/cut.ts";
import { maxPassages, maxPassagesOfSource } from "@banter/core/knowledge/source.ts";
import { termsOf } from "@banter/core/knowledge/terms.ts";
import type { Db } from "../../store/db/db.ts";
import {
  countPassages,
  deletePassages,
  insertPassages,
  type NewPassage,
} from "../../store/knowledge/knowledge-passages.ts";
import { completeSource, embedAnew, lockSource } from "../../store/knowledge/knowledge-sources.ts";
import { pageTerm } from "../page-term.ts";

/** A document of a source: a file, a web page, a flow. */
export type SourceDocument = { url: string | null; passages: CutPassage[] };

/** Thrown if a source has more than a page may know. */
export class TooMuch extends Error {
  override name = "TooMuch";
}

const rowsAtOnce = 200;

/**
 * Replaces the passages of a source by those of its documents and notes that it was read. Returns false if it was deleted
 * or changed meanwhile. Passages of the same content as before stay, with their vectors.
 */
export async function storeDocuments(
  db: Db,
  { pageId, id, state }: { pageId: string; id: number; state: "waiting" | "reading" },
  { documents, nextHours }: { documents: SourceDocument[]; nextHours: number | null },
): Promise<boolean> {
  const passages = passagesOf(pageId, documents);
  const hash = createHash("sha256").update(JSON.stringify(passages)).digest();
  return db.transact(async (db) => {
    const source = await lockSource(db, pageId, id);
    if (source?.state !== state) return false;
    if (!source.hash?.equals(hash)) {
      await deletePassages(db, pageId, id);
      const others = await countPassages(db, { pageId, sources: null });
      if (others + passages.length > maxPassages) throw new TooMuch();
      for (let at = 0; at < passages.length; at += rowsAtOnce)
        await insertPassages(db, pageId, id, passages.slice(at, at + rowsAtOnce));
      await embedAnew(db, pageId, id);
    }
    await completeSource(db, pageId, id, { hash, documents: documents.length, passages: passages.length, nextHours });
    return true;
  });
}

/** A text that several pages of a site have is stored once. */
function passagesOf(pageId: string, documents: SourceDocument[]): NewPassage[] {
  const seen = new Set<string>();
  return documents.flatMap(({ url, passages }) =>
    passages.flatMap(({ heading, text, page }) => {
      if (seen.has(text)) return [];
      seen.add(text);
      if (seen.size > maxPassagesOfSource) throw new TooMuch();
      const place = page === undefined ? url : `${url ?? ""}#page=${page}`;
      return { heading, text, url: place, words: wordsOf(pageId, heading, text) };
    }),
  );
}

/** A `tsvector` as text. Terms are letters and digits, so that they need no escapes. */
function wordsOf(pageId: string, heading: string, text: string): string {
  const ofHeading = new Set(termsOf(heading).map(({ stem }) => stem));
  const all = new Set([...ofHeading, ...termsOf(text).map(({ stem }) => stem)]);
  return [...all].map((stem) => `'${pageTerm(pageId, stem)}':1${ofHeading.has(stem) ? "A" : ""}`).join(" ");
}
