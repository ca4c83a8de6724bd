import type { PageNews } from "../../store/conversations/news.ts";
import type { Db } from "../../store/db/db.ts";

/**
 * The news of a page, and its counter: `nextChange` gives the next number for a conversation that the digest changes.
 * `firstInputs` are the turns in which a customer has done something for the first time.
 */
export type DigestNews = PageNews & { nextChange: () => number; firstInputs: ReadonlySet<number> };

/**
 * A read model that the digest keeps. Its rows are gathered page by page, so that customers are answered between two
 * pages; gathering is pure. `write` runs in the transaction that moves the positions.
 */
export type DigestPart<Row> = {
  name: string;
  gather(): { add(news: DigestNews): void; rows(): Row[] };
  write(db: Db, rows: Row[]): Promise<void>;
};
