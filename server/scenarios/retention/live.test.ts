import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultRetention } from "@banter/core/model/limits/retention.ts";
import { parts, removeHistory } from "../../domain/retention/history.ts";
import { sql } from "../../store/db/sql.ts";
import { claimPage } from "../../store/retention/retention-positions.ts";
import { saveRetention } from "../../store/retention/retention-settings.ts";
import { aFlow, aKeyword, aPage } from "../../test/builders.ts";
import { digest } from "../../test/database/history.ts";
import { testNode } from "../../test/node.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

test("customers are answered while several nodes remove the page's old history, each row once", async (t) => {
  const { deps, baseUrl } = await testNode(t);
  const { db } = deps;
  const { pageId } = await aPage(deps, { flows: [aFlow("Hello", "Hi there")], keywords: [aKeyword("hi", "Hello")] });
  await saveRetention(db, pageId, { ...defaultRetention, messages_days: 10, turns_days: 10 });
  const visitor = await aVisitor(baseUrl, pageId);
  // The visitor's own past is removed while they write.
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    select ${pageId}, nextval('conversation_ids'), ${visitor.psid}, now() - interval '30 days',
           '{"type":"message","text":"long ago"}'
      from generate_series(1, 6000)`);
  await db.count(sql`
    insert into messages (page_id, id, psid, turn_id, lane, content, status, created_at)
    select page_id, nextval('conversation_ids'), psid, id, 'reply', '{"type":"text","text":"then"}', 'sent', at
      from turns where page_id = ${pageId}`);
  await digest(deps, pageId);
  await claimPage(db, pageId);
  const pace = { goesOn: () => true, rest: async () => undefined };
  const clean = async () => {
    await removeHistory(deps, pageId, { part: parts.messages, days: 10, pace });
    await removeHistory(deps, pageId, { part: parts.turns, days: 10, pace });
  };

  const cleaning = Promise.all([clean(), clean()]);
  for (let count = 0; count < 10; count++) assert.equal((await visitor.say("hi")).status, 202);
  await cleaning;

  const left = () =>
    db.get(sql`select (select count(*) from turns) as turns, (select count(*) from messages) as messages`);
  await until(async () => JSON.stringify(await left()) === JSON.stringify({ turns: 10, messages: 10 }));
  // The read models follow.
  await until(async () => {
    const line = await db.get<{ lastText: string }>(sql`select last_text from conversations`);
    return line.lastText === "Hi there";
  });
});
