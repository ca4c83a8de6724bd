import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { whatsappRefusals } from "@banter/core/channels/whatsapp/refusals.ts";
import { sendErrorOf, settingsFor } from "../../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../../test/platforms/whatsapp/whatsapp.ts";
import { deliver } from "./deliver.ts";
import { parse } from "./inbound/parse.ts";

type Row = { code: number; failure: string; scope?: "customer"; isUnsubscribed?: true };
const rows: Row[] = JSON.parse(readFileSync(new URL("fixtures/errors.json", import.meta.url), "utf8"));
const hello = { to: "84901234567", type: "text", text: { body: "Hello" } };
const call = { request: { messaging_product: "whatsapp", recipient_type: "individual", ...hello } };

test("every code of the table has a case", () => {
  const covered = new Set(rows.map(({ code }) => code));
  assert.deepEqual(
    whatsappRefusals.flatMap(({ codes }) => codes).filter((code) => !covered.has(Number(code))),
    [],
  );
});

for (const { code, failure, scope = "page", isUnsubscribed } of rows) {
  test(`code ${code} is ${failure}, at once or as a later status`, async (t) => {
    const whatsapp = await startWhatsapp(t);
    whatsapp.lastWords.set("84901234567", Date.now());
    whatsapp.trouble = () => ({ refuse: { code } });

    const error = await sendErrorOf(deliver(call, settingsFor(whatsapp)));
    const { events } = parse(failedStatus(code), "waba_1");

    assert.deepEqual([error.failure, error.scope, error.errorCode], [failure, scope, String(code)]);
    assert.match(error.message, new RegExp(`^WhatsApp has refused it with code ${code}\\. .+\\.$`));
    assert.deepEqual(
      events.flatMap(({ event }) => (event.type === "report" ? [[event.reason, event.errorCode]] : [])),
      [[failure, String(code)]],
    );
    assert.deepEqual(
      events.flatMap(({ event }) => (event.type === "consent" ? [event.isWanted] : [])),
      isUnsubscribed ? [false] : [],
    );
  });
}

function failedStatus(code: number): object {
  const status = { id: "wamid.9", status: "failed", timestamp: "1794700801", recipient_id: "84901234567" };
  const value = { metadata: { phone_number_id: "1" }, statuses: [{ ...status, errors: [{ code }] }] };
  return { object: "whatsapp_business_account", entry: [{ id: "2", changes: [{ field: "messages", value }] }] };
}

test("a file that WhatsApp could not fetch is tried once more", async (t) => {
  const whatsapp = await startWhatsapp(t);
  whatsapp.lastWords.set("84901234567", Date.now());
  const troubles = [{ refuse: { code: 131053 } }];
  whatsapp.trouble = () => troubles.shift();

  const { platformId } = await deliver(call, settingsFor(whatsapp));

  assert.ok(platformId);
  assert.equal(whatsapp.sent.length, 1);
});
