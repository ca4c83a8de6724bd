import type { Db } from "../../store/db/db.ts";
import { conversationsPart } from "./conversations-part.ts";
import type { DigestNews, DigestPart } from "./part.ts";
import { statisticsPart } from "./statistics-part.ts";

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
