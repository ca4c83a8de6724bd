import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "../../../store/db/sql.ts";
import { aBroadcastPage, saying } from "../../../test/platforms/broadcasts.ts";
import { platformOf } from "../../../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../../../test/platforms/whatsapp/whatsapp.ts";
import { until } from "../../../test/until.ts";

const phoneOf = (psid: string) => psid.replace("wa_", "");

async function aShop(t: Test, people: number) {
  const whatsapp = await startWhatsapp(t);
  const setWroteAt = (psid: string, at: number) => void whatsapp.lastWords.set(phoneOf(psid), at);
  return { whatsapp, ...(await aBroadcastPage(t, "whatsapp", platformOf(whatsapp), { people, setWroteAt })) };
}

test("the forecast equals what is sent: in open windows, by template outside of them, and to nobody else", async (t) => {
  const { whatsapp, person, silence, sendAsForecast, settled, heard } = await aShop(t, 6);
  whatsapp.templates.push(orderReady);
  await person(6).say("STOP");
  await settled();
  await silence(25, 4, 5);

  const plain = await sendAsForecast({ variants: [saying("Sale")] });
  const withTemplate = await sendAsForecast({ variants: [saying("Last days")], outside: { messages: [template] } });

  assert.deepEqual(plain, { now: 3, byTemplate: 0, refused: { outside_window: 2, unsubscribed: 1 } });
  assert.deepEqual(withTemplate, { now: 5, byTemplate: 2, refused: { unsubscribed: 1 } });
  assert.deepEqual([heard("Sale"), heard("Last days"), heard("order_ready")], [3, 3, 2]);
  assert.deepEqual(whatsapp.refused, []);
});

test("customers for whom WhatsApp refuses news have ended their subscription, as the next forecast says", async (t) => {
  const { whatsapp, deps, pageId, person, send, forecast, sendAsForecast, settled } = await aShop(t, 3);
  const [atOnce, late] = [1, 2].map((number) => phoneOf(person(number).psid));
  whatsapp.trouble = ({ to }) => (to === atOnce ? { refuse: { code: 131050 } } : undefined);

  const first = await send({ variants: [saying("Sale")] });
  const accepted = whatsapp.sent.findLast(({ request }) => request.to === late) ?? assert.fail();
  await whatsapp.report(accepted, "failed", 131050);
  await settled();

  assert.deepEqual([first.forecast.now, first.report.failed], [3, { rejected: 1 }]);
  const next = { variants: [saying("More")] };
  await until(async () => (await forecast(next)).refused.unsubscribed === 2);
  assert.deepEqual(await sendAsForecast(next), { now: 1, byTemplate: 0, refused: { unsubscribed: 2 } });
  const proofs = await deps.db.many(sql`
    select distinct state -> 'marketing' ->> 'isWanted' as wanted, state -> 'marketing' ->> 'words' as words
      from customers where page_id = ${pageId} and state -> 'marketing' is not null`);
  assert.deepEqual(proofs, [{ wanted: "false", words: "WhatsApp 131050" }]);
});

const template = {
  type: "whatsapp_message_template",
  template_id: "594425479261596",
  language: "en_US",
  category: "UTILITY",
  components: [{ type: "BODY", params: [{ key: "{{1}}", value: "{{user_first_name}}" }] }],
};

const orderReady = {
  id: "594425479261596",
  name: "order_ready",
  language: "en_US",
  status: "APPROVED" as const,
  components: [{ type: "BODY" as const, text: "{{1}}, your order is ready." }],
};
