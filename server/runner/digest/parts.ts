import { setImmediate } from "node:timers/promises";
import type { Db } from "../../store/db/db.ts";
import { conversationsPart } from "./conversations-part.ts";
import type { DigestNews, DigestPart } from "./part.ts";
import { statisticsPart } from "./statistics-part.ts";

/** Everything that is digested from turns and messages. */
export const parts = [erased(conversationsPart), erased(statisticsPart)];

/** Rows are made for so long before customers are answered again. */
const sliceMs = 5;

/** Hides the rows' type, which only the part itself knows. */
function erased<Row>({ name, gather, write }: DigestPart<Row>) {
  return {
    name,
    async digest(db: Db, news: DigestNews[]): Promise<void> {
      const gathered = gather();
      let sliceEnd = performance.now() + sliceMs;
      for (const page of news) {
        gathered.add(page);
        if (performance.now() < sliceEnd) continue;
        await setImmediate();
        sliceEnd = performance.now() + sliceMs;
      }
      const rows = gathered.rows();
      if (rows.length > 0) await write(db, rows);
    },
  };
}
