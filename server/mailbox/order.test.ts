import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readDueMail } from "../store/due-mail.ts";
import { sql } from "../store/sql.ts";
import { testDeps } from "../test/app.ts";
import { aPage } from "../test/builders.ts";

test("what is counted is handled as it is counted, however it comes; all else as it comes", async (t) => {
  const deps = await testDeps(t);
  const { pageId } = await aPage(deps);
  const waitMs = 60_000;

  /** Some come together, some one after the other. */
  async function receive(groups: number[][]): Promise<void> {
    for (const group of groups)
      await Promise.all(
        group.map((sequence) =>
          deps.accept({
            pageId,
            psid: "ann",
            event: { type: "message", text: String(sequence) },
            order: { sequence, waitMs },
          }),
        ),
      );
  }

  async function handle(): Promise<string[]> {
    await deps.db.count(sql`update mailbox set due_at = due_at - interval '1 hour' where page_id = ${pageId}`);
    const { mail: due } = await readDueMail(deps.db, [{ pageId, isPaused: false }], 100);
    await deps.db.count(sql`delete from mailbox where page_id = ${pageId}`);
    return due.map(({ psid, event }) => `${psid} ${(event as { text: string }).text}`);
  }

  const groups = fc
    .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 9 })
    .chain((sequences) => fc.tuple(fc.constant(sequences), fc.array(fc.boolean(), { minLength: 9, maxLength: 9 })))
    .map(([sequences, breaks]) =>
      sequences.reduce<number[][]>((made, sequence, index) => {
        if (index === 0 || breaks[index]) made.push([]);
        made.at(-1)?.push(sequence);
        return made;
      }, []),
    );
  await fc.assert(
    fc.asyncProperty(groups, async (groups) => {
      await receive(groups);
      const inOrder = groups.flat().toSorted((one, other) => one - other);
      assert.deepEqual(
        await handle(),
        inOrder.map((sequence) => `ann ${sequence}`),
      );
    }),
    { seed: 1, numRuns: 100 },
  );

  // Another customer's, and what nobody counts, have nothing to do with it.
  const others = [
    { psid: "bob", event: { type: "message" as const, text: "1" }, order: { sequence: 1, waitMs } },
    { psid: "ann", event: { type: "message" as const, text: "7" }, order: { sequence: 7, waitMs } },
    { psid: "ann", event: { type: "message" as const, text: "at once" } },
    { psid: "ann", event: { type: "message" as const, text: "6" }, order: { sequence: 6, waitMs } },
  ];
  for (const mail of others) await deps.accept({ pageId, ...mail });
  assert.deepEqual(await handle(), ["ann at once", "bob 1", "ann 6", "ann 7"]);
});
