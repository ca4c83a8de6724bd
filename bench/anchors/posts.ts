import { Pool } from "undici";
import type { Posted, Posting } from "./index.ts";

// Posts messages to the stand-in over an undici pool, 32 at a time: the cost of delivery alone.
process.on("message", async ({ origin, seconds }: Posting) => {
  const pool = new Pool(origin, { connections: 64, pipelining: 1 });
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  let posted = 0;

  async function work(): Promise<void> {
    while (performance.now() < endAt && posted < 1_000_000) {
      const body = JSON.stringify({ id: ++posted, to: "tg_1", message: { type: "text", text: "p: Hello there" } });
      const answer = await pool.request({
        path: "/messages",
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      await answer.body.json();
    }
  }
  await Promise.all(Array.from({ length: 32 }, work));
  await pool.close();
  process.send?.({ perSecond: posted / ((performance.now() - startedAt) / 1000) } satisfies Posted);
});
process.once("disconnect", () => process.exit());
process.send?.({});
