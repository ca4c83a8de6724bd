import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "../../../store/db/sql.ts";
import { aMember, signedIn } from "../../../test/people.ts";
import { aConversation } from "../../../test/platforms/scenario.ts";
import { platformOf } from "../../../test/platforms/whatsapp/page.ts";
import type { Whatsapp } from "../../../test/platforms/whatsapp/stand-in.ts";
import { startWhatsapp } from "../../../test/platforms/whatsapp/whatsapp.ts";
import { until } from "../../../test/until.ts";

test("templates are read from the account, all pages of the list, with places, examples and buttons", async (t) => {
  const { templates, read } = await anOwner(t);

  const before = await templates();
  const answer = await read();

  assert.deepEqual([before.templates, before.read_at, before.has_templates], [[], null, true]);
  assert.deepEqual(
    answer.templates.map(({ name, language, status, quality, reason }) => [name, language, status, quality, reason]),
    [
      ["autumn", "en_US", "REJECTED", null, "TAG_CONTENT_MISMATCH"],
      ["hello_world", "en_US", "APPROVED", null, null],
      ["order_ready", "en_US", "APPROVED", "GREEN", null],
      ["order_ready", "vi", "APPROVED", null, null],
    ],
  );
  assert.deepEqual(answer.templates[2]?.parts, [
    { type: "HEADER", format: "TEXT", text: "Order {{1}}", examples: { 1: "1042" } },
    { type: "BODY", text: "{{name}}, your order is ready.", examples: { name: "Lan" } },
    {
      type: "BUTTONS",
      buttons: [{ type: "URL", text: "Track", url: "https://shop.example/{{1}}", example: "orders/1" }],
    },
  ]);
  assert.deepEqual((await templates()).templates, answer.templates);
  assert.notEqual(answer.read_at, null);
});

test("a template that WhatsApp pauses is told to the owner once, shown on the home, and given back", async (t) => {
  const { read, templates, tell, told, home } = await anOwner(t);
  await read();
  const status = (event: string, more: object = {}) =>
    tell("message_template_status_update", {
      event,
      message_template_id: 594425479261596,
      message_template_name: "order_ready",
      message_template_language: "en_US",
      reason: "NONE",
      ...more,
    });
  const paused = { other_info: { title: "FIRST_PAUSE", description: "Customers have complained." } };

  await status("PAUSED", paused);
  await status("PAUSED", paused);

  assert.deepEqual(await told(), ["The template order_ready (en_US) is paused: Customers have complained."]);
  assert.deepEqual((await home()).needs.platform.stopped_templates, [
    { name: "order_ready", language: "en_US", status: "PAUSED", reason: "Customers have complained." },
  ]);
  await status("APPROVED");
  assert.deepEqual((await home()).needs.platform.stopped_templates, []);
  assert.equal((await templates()).templates.find(({ language }) => language === "en_US")?.status !== "PAUSED", true);
  assert.deepEqual((await told()).at(-1), "The template order_ready (en_US) can be sent.");
});

test("quality, category and warnings reach the owner, and events of another account do not", async (t) => {
  const { read, templates, tell, told, whatsapp, appUrl } = await anOwner(t);
  await read();
  const about = { message_template_name: "order_ready", message_template_language: "en_US" };

  await tell("message_template_quality_update", {
    ...about,
    previous_quality_score: "GREEN",
    new_quality_score: "RED",
  });
  await tell("template_category_update", { ...about, previous_category: "UTILITY", new_category: "MARKETING" });
  await tell("message_template_status_update", { ...about, event: "FLAGGED", reason: "NONE" });
  whatsapp.businessAccountId = "102290129340399";
  await whatsapp.tellApp(appUrl, "message_template_status_update", { ...about, event: "DISABLED", reason: "NONE" });

  assert.deepEqual(await told(), [
    "The quality of the template order_ready (en_US) is now red.",
    "The template order_ready (en_US) is now billed as marketing, not as utility.",
    "The template order_ready (en_US) has a bad quality and will soon be disabled.",
  ]);
  const found = (await templates()).templates.find(
    ({ name, language }) => name === "order_ready" && language === "en_US",
  );
  assert.deepEqual([found?.status, found?.quality, found?.category], ["APPROVED", "RED", "MARKETING"]);
});

test("a new template, and one with other words, is read again by itself", async (t) => {
  const { read, templates, tell, whatsapp } = await anOwner(t);
  await read();
  const added = { id: "9", name: "winter", language: "en_US", status: "APPROVED" as const };
  whatsapp.templates.push({ ...added, components: [{ type: "BODY", text: "Winter sale" }] });

  await tell("message_template_status_update", {
    event: "APPROVED",
    message_template_name: "winter",
    message_template_language: "en_US",
  });

  await until(async () => (await templates()).templates.some(({ name }) => name === "winter"));
  assert.notEqual((await templates()).read_at, null);
});

test("a number's rating and limit and restrictions of the account reach the owner", async (t) => {
  const { tell, told, home, whatsapp } = await anOwner(t);
  const number = { display_phone_number: whatsapp.number.display, current_limit: "TIER_1K" };

  await tell("phone_number_quality_update", { ...number, event: "FLAGGED" });
  await tell("phone_number_quality_update", { ...number, event: "FLAGGED" });
  await tell("phone_number_quality_update", { ...number, event: "DOWNGRADE", display_phone_number: "15550000000" });
  await tell("account_update", {
    event: "ACCOUNT_RESTRICTION",
    restriction_info: [{ restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING", expiration: 1795300000 }],
  });

  const { platform } = (await home()).needs;
  assert.deepEqual(
    [platform.is_rated_low, platform.restriction],
    [true, "WhatsApp has restricted the account: RESTRICTED_BIZ_INITIATED_MESSAGING."],
  );
  assert.deepEqual(await told(), [
    "The quality of the number is low. People whom the page may write to first, per day: 1,000.",
    "WhatsApp has restricted the account: RESTRICTED_BIZ_INITIATED_MESSAGING.",
  ]);
  await tell("account_update", { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "REINSTATE" } });
  assert.equal((await home()).needs.platform.restriction, null);
});

test("the owner hears of an account whose connection has ended", async (t) => {
  const { tell, told } = await anOwner(t);

  await tell("account_update", { event: "ACCOUNT_OFFBOARDED" });
  await tell("account_update", { event: "PARTNER_REMOVED", waba_info: { waba_id: "1" } });
  await tell("account_update", { event: "PARTNER_APP_UNINSTALLED" });

  assert.deepEqual(await told(), [
    "WhatsApp has ended the connection of the account. Connect the page again.",
    "The WhatsApp Business account is no longer shared with the app's business. Connect the page again.",
    "The app was removed from the WhatsApp Business account. Connect the page again.",
  ]);
});

test("the owner hears of reviews of the account and of alerts, those of other numbers left out", async (t) => {
  const { tell, told, home, whatsapp } = await anOwner(t);
  const alert = (entity_id: string, alert_severity: string, alert_description: string) =>
    tell("account_alerts", {
      ...{ entity_type: "PHONE_NUMBER", entity_id },
      alert_info: { alert_severity, alert_status: "ACTIVE", alert_type: "PROFILE_PICTURE_LOST", alert_description },
    });

  await tell("account_review_update", { decision: "REJECTED" });
  const { restriction } = (await home()).needs.platform;
  await tell("account_review_update", { decision: "APPROVED" });
  await tell("account_review_update", { decision: "APPROVED" });
  await alert(whatsapp.number.id, "CRITICAL", "The picture was removed.");
  await alert("1", "CRITICAL", "The picture of another number was removed.");
  await alert(whatsapp.number.id, "INFORMATIONAL", "All is well.");

  assert.equal(restriction, "WhatsApp has rejected the account: it breaks a policy, and messages no longer pass.");
  assert.equal((await home()).needs.platform.restriction, null);
  assert.deepEqual(await told(), [
    restriction,
    "WhatsApp has approved the account.",
    "WhatsApp warns: The picture was removed.",
  ]);
});

test("the owner hears of a form that WhatsApp throttles or blocks, and of its end", async (t) => {
  const { tell, told } = await anOwner(t);
  const change = (old_status: string, new_status: string) =>
    tell("flows", { event: "FLOW_STATUS_CHANGE", flow_id: "1042", old_status, new_status });

  await change("DRAFT", "PUBLISHED");
  await change("PUBLISHED", "THROTTLED");
  await change("THROTTLED", "BLOCKED");
  await change("BLOCKED", "PUBLISHED");

  assert.deepEqual(await told(), [
    "The form 1042 is throttled: WhatsApp lets few customers open it, because its server often fails or is slow.",
    "The form 1042 is blocked: customers cannot open it, because its server often fails or is slow.",
    "The form 1042 can be used again.",
  ]);
});

test("a wrong token is refused in words, and the stored templates stay", async (t) => {
  const { read, templates, whatsapp } = await anOwner(t);
  await read();
  whatsapp.accessToken = "EAAOther";

  await assert.rejects(read(), { status: 409 });

  assert.equal((await templates()).templates.length, 4);
});

/** An owner of a page on the stand-in, whose account has templates. */
async function anOwner(t: Test) {
  const whatsapp = await startWhatsapp(t);
  addTemplates(whatsapp);
  const { node, pageId } = await aConversation(t, "whatsapp", platformOf(whatsapp));
  const { db } = node.deps;
  const { workspaceId } = await db.get<{ workspaceId: number }>(
    sql`select workspace_id from pages where id = ${pageId}`,
  );
  const { api } = await signedIn(node.baseUrl, await aMember(node.deps, { workspaceId }));
  const params = { page_id: pageId };
  const appUrl = `${node.baseUrl}/webhooks/app/whatsapp`;
  return {
    whatsapp,
    appUrl,
    templates: () => api("GET /pages/:page_id/message_templates", { params }),
    read: () => api("POST /pages/:page_id/message_templates/read", { params }),
    home: () => api("GET /pages/:page_id/home", { params }),
    async tell(field: string, value: object) {
      assert.equal(await whatsapp.tellApp(appUrl, field, value), 200);
    },
    told: async () => {
      const rows = await db.many<{ text: string }>(sql`
        select text from notifications where page_id = ${pageId} and kind = 'platform' order by id`);
      return rows.map(({ text }) => text);
    },
  };
}

function addTemplates({ templates }: Whatsapp): void {
  const body = (text: string, example?: object) => ({ type: "BODY" as const, text, ...(example && { example }) });
  templates.push(
    {
      ...{ id: "594425479261596", name: "order_ready", language: "en_US", status: "APPROVED", category: "UTILITY" },
      quality_score: { score: "GREEN" },
      components: [
        { type: "HEADER", format: "TEXT", text: "Order {{1}}", example: { header_text: ["1042"] } },
        body("{{name}}, your order is ready.", {
          body_text_named_params: [{ param_name: "name", example: "Lan" }],
        }),
        {
          type: "BUTTONS",
          buttons: [{ type: "URL", text: "Track", url: "https://shop.example/{{1}}", example: ["orders/1"] }],
        },
      ],
    },
    { id: "2", name: "order_ready", language: "vi", status: "APPROVED", components: [body("Đơn hàng đã sẵn sàng.")] },
    { id: "3", name: "hello_world", language: "en_US", status: "APPROVED", components: [body("Hello World")] },
    {
      ...{ id: "4", name: "autumn", language: "en_US", status: "REJECTED" },
      rejected_reason: "TAG_CONTENT_MISMATCH",
      components: [body("Autumn sale")],
    },
  );
}
