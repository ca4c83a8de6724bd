import type { Db } from "../../store/db/db.ts";
import type { PageNews } from "../../store/inbox/news.ts";
import { conversationsPart } from "./conversations-part.ts";
import { statisticsPart } from "./statistics-part.ts";

/**
 * The news of a page, and its counter: `nextChange` gives the next number for a conversation that the digest changes.
 */
export type DigestNews = PageNews & { nextChange: () => number };

/** A read model that the digest keeps. `rowsOf` is pure; `write` runs in the transaction that moves the positions. */
export type DigestPart<Row> = {
  name: string;
  rowsOf(news: DigestNews[]): Row[];
  write(db: Db, rows: Row[]): Promise<void>;
};

/** Everything that is digested from turns and messages. */
export const parts = [erased(conversationsPart), erased(statisticsPart)];

/** Hides the rows' type, which only the part itself knows. */
function erased<Row>({ name, rowsOf, write }: DigestPart<Row>) {
  return {
    name,
    async digest(db: Db, news: DigestNews[]): Promise<void> {
      const rows = rowsOf(news);
      if (rows.length > 0) await write(db, rows);
    },
  };
}
