import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { channelRefusals } from "@banter/core/channels/refusals.ts";
import { toldIn } from "@banter/core/channels/told/told.ts";
import { channels } from "../../channels/index.ts";
import { sendErrorOf as metaError } from "../../channels/meta/errors.ts";
import { policyNotices } from "../../channels/meta/inbound/policy.ts";
import { noticesIn } from "../../channels/whatsapp/account/notices.ts";
import { SendError, SettingError } from "../../outbound/send-error.ts";
import { wordsOf } from "../notifications/words.ts";
import { refusalOf } from "./connecting.ts";

const root = new URL("../../", import.meta.url);

/** Sentences that only the operator's command line shows, and words to customers. */
const otherFiles =
  /\.test\.ts$|\/settings\.ts$|checkout\.ts$|notices\.ts$|policy\.ts$|errors\.ts$|bucket\.ts$|probe\.ts$/;
const ofDoctor = /connect the page again\.$|say where it sends|“Use webhook”|could not deliver/;

/** The sentences of the sources, with 7 for each value. */
function sentencesIn(file: string): string[] {
  const code = readFileSync(new URL(file, root), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const joined = code.replaceAll(/" \+\s+"/g, "");
  return [...joined.matchAll(/"([^"\\\n]+)"|`([^`\\]+)`/g)]
    .map(([, plain, filled]) => plain ?? filled?.replaceAll(/\$\{[^{}]*\}/g, "7") ?? "")
    .filter((text) => /^[\p{Lu}7].* .*\.$/u.test(text) && !ofDoctor.test(text));
}

/** Words that no Vietnamese sentence has. */
const english = /\b(the|is|was|were|has|have|not|could|did|does|this|may)\b/i;

function assertVietnamese(text: string): void {
  const vi = toldIn("vi", text);
  assert.notEqual(vi, text, text);
  assert.doesNotMatch(vi, english, text);
  assert.equal(toldIn("en", text), text);
}

const sources = globSync("{channels,outbound}/**/*.ts", { cwd: root }).filter((file) => !otherFiles.test(file));

test("every sentence of ours about a platform has Vietnamese words", () => {
  const sentences = new Set(sources.flatMap(sentencesIn));
  assert.ok(sentences.size > 45, `${sentences.size} sentences found`);
  for (const sentence of sentences) assertVietnamese(sentence);
});

test("a refused connection is told in Vietnamese, around the reason", () => {
  const telegram = channels.telegram;
  assert.ok(telegram);
  const told = (error: SendError) => toldIn("vi", refusalOf(telegram, error).message);
  assert.equal(
    told(new SettingError("botToken", "The token belongs to bot 8, not to this page's bot 9.")),
    "Telegram không nhận các cài đặt này: Mã này thuộc bot 8, không phải bot 9 của trang.",
  );
  assert.equal(
    told(new SendError("unreachable", "api.telegram.org could not be reached.")),
    "Không liên lạc được với Telegram: Không liên lạc được với api.telegram.org.",
  );
  assert.match(
    told(new SendError("bad_settings", "Telegram answered 401: Unauthorized")),
    /nhận các cài đặt này: .*mã/i,
  );
});

test("a platform's own words stand behind ours", () => {
  const { message } = metaError({ code: 190, message: "Session has expired." } as never, {
    failure: "bad_settings",
    errorCode: "190",
  });
  const words = channelRefusals.messenger?.get("190")?.vi;
  assert.equal(toldIn("vi", message), `${words} (Meta, lỗi 190: Session has expired.)`);
  assert.equal(toldIn("vi", "Meta refused with error 4711: No."), "Meta báo lỗi. (Meta, lỗi 4711: No.)");
});

test("every known code has its words in each refusal that names it", () => {
  for (const { en, vi } of channelRefusals.whatsapp?.values() ?? [])
    assert.equal(toldIn("vi", `WhatsApp has refused it with code 1. ${en}`), `WhatsApp từ chối với mã 1. ${vi}`);
  for (const [code, { en, vi }] of channelRefusals.zalo ?? [])
    assert.equal(toldIn("vi", `Zalo refused with error ${code} (Oops. No). ${en}`), `${vi} (Zalo, lỗi ${code})`);
});

test("words that nobody of ours wrote stay as they are", () => {
  for (const text of ["", "Ask for Lan", "Xin chào"]) assert.equal(toldIn("vi", text), text);
});

const settings = { businessAccountId: "5", phoneNumberId: "6", phoneNumber: "7" } as Parameters<typeof noticesIn>[1];

test("news of WhatsApp about an account is told in Vietnamese", () => {
  const template = { message_template_name: "sale", message_template_language: "vi" };
  const events = Object.entries({
    message_template_status_update: [
      ...["APPROVED", "REINSTATED", "PAUSED", "DISABLED", "REJECTED", "FLAGGED", "PENDING_DELETION", "DELETED"],
      ...["IN_APPEAL", "PENDING", "LOCKED", "ARCHIVED"],
    ].flatMap((event) => [
      { ...template, event },
      { ...template, event, reason: "SPAM" },
    ]),
    message_template_quality_update: [{ ...template, new_quality_score: "RED" }],
    template_category_update: [
      { ...template, new_category: "MARKETING", previous_category: "UTILITY" },
      { ...template, new_category: "MARKETING" },
      { ...template, correct_category: "MARKETING" },
      template,
    ],
    phone_number_quality_update: ["FLAGGED", "UNFLAGGED", "UPGRADE", "DOWNGRADE", "ONBOARDING", "THROUGHPUT_UPGRADE"]
      .flatMap((event) => [{ event }, { event, current_limit: "TIER_1K" }, { event, current_limit: "TIER_UNLIMITED" }])
      .map((value) => ({ display_phone_number: "+7", ...value })),
    flows: ["THROTTLED", "BLOCKED", "PUBLISHED"].map((new_status) => ({
      flow_id: "1",
      old_status: "BLOCKED",
      new_status,
    })),
    account_update: [
      ...["REINSTATE", "SCHEDULE_FOR_DISABLE", "DISABLE"].map((state) => ({
        event: "X",
        ban_info: { waba_ban_state: state },
      })),
      { event: "X", ban_info: { waba_ban_state: "SCHEDULE_FOR_DISABLE", waba_ban_date: "June 3" } },
      { event: "ACCOUNT_VIOLATION", violation_info: { violation_type: "SPAM" } },
      { event: "ACCOUNT_RESTRICTION", restriction_info: [{ restriction_type: "RESTRICTED_ADD_PHONE" }] },
      ...["ACCOUNT_DELETED", "ACCOUNT_VIOLATION", "ACCOUNT_RESTRICTION"].map((event) => ({ event })),
      ...["ACCOUNT_OFFBOARDED", "PARTNER_REMOVED", "PARTNER_APP_UNINSTALLED"].map((event) => ({ event })),
    ],
    account_review_update: ["APPROVED", "REJECTED", "PENDING", "DEFERRED"].map((decision) => ({ decision })),
    account_alerts: [{ alert_info: { alert_description: "Too many." } }],
  });
  for (const [field, values] of events) {
    for (const value of values) {
      const body = { object: "whatsapp_business_account", entry: [{ id: "5", changes: [{ field, value }] }] };
      const [notice] = noticesIn(body, settings);
      assert.ok(notice && "text" in notice, JSON.stringify(value));
      assertVietnamese(notice.text);
    }
  }
});

test("news of Meta about a page is told in Vietnamese", () => {
  const statuses = ["ok", "warning", "restricted", "suspended"].map((status) => ({ timestamp: 1, status }));
  const actions = ["block", "unblock", "warning"].map((action) => ({ policy_enforcement: { action } }));
  const because = { violations: [{ description: "Spam." }] };
  const items = [
    ...statuses,
    ...statuses.map((item) => ({ ...item, ...because })),
    ...actions,
    { policy_enforcement: { action: "block", reason: "Spam." } },
    { policy_enforcement: { action: "warning", reason: "Spam." } },
  ];
  for (const item of items) {
    const [notice] = policyNotices({ object: "page", entry: [{ id: "1", messaging: [item] }] }, "1");
    assert.ok(notice && "text" in notice, JSON.stringify(item));
    assertVietnamese(notice.text);
  }
});

test("a notification about the platform reaches its reader in their language", () => {
  const text = "LINE lets the account send messages again.";
  const notification = {
    pageId: "line_1",
    pageName: "Shop",
    psid: null,
    customerName: null,
    flowId: null,
    text,
  } as const;
  const told = (kind: "platform" | "notify", language: "en" | "vi") =>
    wordsOf({ ...notification, kind } as Parameters<typeof wordsOf>[0], { language, baseUrl: "https://b.example" })
      .text;
  assert.equal(told("platform", "vi"), "LINE đã cho tài khoản gửi tin trở lại.");
  assert.equal(told("platform", "en"), text);
  assert.equal(told("notify", "vi"), text, "an owner's own words");
});
