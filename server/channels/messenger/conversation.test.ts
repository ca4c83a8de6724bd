import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../store/db/sql.ts";
import { testConversations } from "../../test/platforms/conversation-tests.ts";
import { platformOn } from "../../test/platforms/graph/driver.ts";
import { startMessenger } from "../../test/platforms/messenger.ts";
import { aConversation } from "../../test/platforms/scenario.ts";

testConversations("messenger", async (t) => platformOn(await startMessenger(t)));

test("after a day only an approved template can be sent, as a utility message", async (t) => {
  const started = await startMessenger(t);
  const { graph, pageId } = started;
  const { node, token } = await aConversation(t, "messenger", platformOn(started));
  const ann = graph.person("24001112223331");
  await ann.say("sizes");
  await graph.waitFor(1);
  await node.deps.db.count(sql`update customers set last_input_at = now() - interval '2 days'`);
  const later = Date.now() + 2 * 86_400_000;
  graph.now = () => later;
  graph.templates.add("order_ready");
  const send = (message: object, tag: string | null) =>
    fetch(`${node.baseUrl}/api/public_api/v1/pages/${pageId}/flows/send_content`, {
      method: "POST",
      headers: { "content-type": "application/json", "access-token": token },
      body: JSON.stringify({
        psid: ann.psid,
        message_tag: tag,
        data: { version: "v2", content: { messages: [message] } },
      }),
    });
  const components = [{ type: "BODY", params: [{ key: "{{1}}", value: "A7" }] }];
  const template = { type: "whatsapp_message_template", template_id: "order_ready", language: "en", components };

  const text = await send({ type: "text", text: "Buy!" }, "UTILITY");
  const untagged = await send(template, null);
  const utility = await send(template, "UTILITY");

  assert.deepEqual([text.status, text.headers.get("x-error-code")], [422, "unsupported_content"]);
  assert.deepEqual([untagged.status, untagged.headers.get("x-error-code")], [422, "unsupported_content"]);
  assert.equal(utility.status, 200);
  const [, sent] = await graph.waitFor(2);
  assert.deepEqual((sent?.request.message as { template?: object } | undefined)?.template, {
    name: "order_ready",
    language: { code: "en" },
    components: [{ type: "body", parameters: [{ type: "text", text: "A7" }] }],
  });
});
