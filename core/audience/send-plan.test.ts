import assert from "node:assert/strict";
import { test } from "node:test";
import { readConsent } from "./consent-words.ts";
import { judgePlan, keepPlanned, needsWindow, type PlanFacts, weekMs } from "./send-plan.ts";
import { AudienceSettings, consentAnswer, defaultAudience } from "./settings.ts";

const noon = Date.parse("2026-11-18T12:00:00Z");
const anybody: PlanFacts = {
  ...{
    isBlocked: false,
    unreachable: null,
    isWanted: null,
    pausedUntil: 0,
    lastInputAt: noon - 3_600_000,
    windowSeconds: 86_400,
  },
  ...{ planned: [], zone: "UTC" },
};
const needs = { isForAnyTime: false, hasOutside: false };
const judge = (facts: Partial<PlanFacts>, settings: Partial<AudienceSettings> = {}, more = {}, now = noon) =>
  judgePlan({ ...anybody, ...facts }, { ...needs, ...more }, { ...defaultAudience, ...settings }, now);

test("the default settings are valid", () => {
  assert.deepEqual(AudienceSettings.parse(defaultAudience), defaultAudience);
});

test("a customer who can be reached gets it now", () => {
  assert.deepEqual(judge({}), { go: "now", isOutside: false });
  assert.deepEqual(judge({ isWanted: true }, { needs_opt_in: true }), { go: "now", isOutside: false });
  assert.deepEqual(judge({ lastInputAt: null }), { go: "now", isOutside: false });
});

test("others never get it, for the first reason that applies", () => {
  const long = { lastInputAt: noon - 90_000_000 };
  const full = { planned: Array.from({ length: 7 }, (_, day) => noon - day * 86_400_000) };
  const never = (facts: Partial<PlanFacts>, settings: Partial<AudienceSettings> = {}) => {
    const verdict = judge(facts, settings);
    return verdict.go === "never" ? verdict.why : verdict.go;
  };

  assert.equal(never({ isBlocked: true, unreachable: "no_chat" }), "blocked");
  assert.equal(never({ unreachable: "no_chat", isWanted: false }), "unreachable");
  assert.equal(never({ isWanted: false, ...long }), "unsubscribed");
  assert.equal(never({ isWanted: null, ...long }, { needs_opt_in: true }), "not_subscribed");
  assert.equal(never({ pausedUntil: null, isWanted: false }), "unsubscribed");
  assert.equal(never({ pausedUntil: null, ...long }), "paused");
  assert.equal(never({ ...long, ...full }), "outside_window");
  assert.equal(never({ ...full }), "too_many");
  assert.equal(never({ ...full }, { weekly_cap: null }), "now");
  assert.equal(never({ planned: full.planned.map((at) => at - weekMs) }), "now");
});

test("outside of the window, the other content goes", () => {
  const long = { lastInputAt: noon - 90_000_000 };

  assert.deepEqual(judge(long, {}, { hasOutside: true }), { go: "now", isOutside: true });
  assert.deepEqual(judge(long, {}, { isForAnyTime: true }), { go: "now", isOutside: false });
  assert.deepEqual(judge({ ...long, windowSeconds: null }), { go: "now", isOutside: false });
});

test("quiet hours are those of the customer's zone", () => {
  const hanoi = { zone: "Asia/Ho_Chi_Minh" };
  const evening = Date.parse("2026-11-18T16:00:00Z");
  const at = Date.parse("2026-11-19T00:00:00Z");

  assert.deepEqual(judge(hanoi, {}, {}, evening), { go: "later", at, isOutside: false });
  assert.deepEqual(judge({}, {}, {}, evening), { go: "now", isOutside: false });
  assert.deepEqual(judge(hanoi, { quiet_hours: null }, {}, evening), { go: "now", isOutside: false });
  assert.deepEqual(judge({}, {}, { notBefore: Date.parse("2026-11-18T23:00:00Z") }), {
    ...{ go: "later", at: Date.parse("2026-11-19T07:00:00Z"), isOutside: false },
  });
});

test("a person who has taken over is waited for, if that has an end", () => {
  const until = noon + 3_600_000;

  assert.deepEqual(judge({ pausedUntil: until }), { go: "later", at: until, isOutside: false });
  assert.deepEqual(judge({ pausedUntil: until }, {}, { isAnswer: true }), { go: "later", at: until, isOutside: false });
  assert.deepEqual(judge({ pausedUntil: null }), { go: "never", why: "paused" });
  assert.deepEqual(judge({ pausedUntil: null }, {}, { isAnswer: true }), { go: "never", why: "paused" });
  const evening = Date.parse("2026-11-18T21:30:00Z");
  const at = Date.parse("2026-11-19T07:00:00Z");
  assert.deepEqual(judge({ pausedUntil: evening + 3_600_000 }, {}, {}, evening), { go: "later", at, isOutside: false });
});

test("what a customer got is kept for a month, and bounded", () => {
  const old = { type: "broadcast", id: 1, send: 1, at: noon - 32 * 86_400_000 } as const;
  const next = (id: number) => ({ type: "broadcast", id, send: id, at: noon }) as const;

  assert.deepEqual(keepPlanned([old], next(2)), [next(2)]);
  const many = Array.from({ length: 60 }, (_, id) => next(id)).reduce(keepPlanned, []);
  assert.equal(many.length, 30);
  assert.equal(many.at(-1)?.id, 59);
});

test("a word counts if it is the whole message, with its marks", () => {
  const read = (text: string) => readConsent(defaultAudience, text);

  for (const no of ["STOP", " stop. ", "Hủy", "HUỶ ĐĂNG KÝ", "Unsubscribe!"]) assert.equal(read(no), false, no);
  for (const yes of ["Start", "đăng ký", "SUBSCRIBE"]) assert.equal(read(yes), true, yes);
  for (const none of ["stop it", "Huy", "please stop", "", "x".repeat(200)]) assert.equal(read(none), undefined, none);
});

test("the answer is the owner's, or in the customer's language", () => {
  assert.match(consentAnswer(defaultAudience, false, "vi_VN"), /ĐĂNG KÝ/);
  assert.match(consentAnswer(defaultAudience, false, null), /START/);
  assert.equal(consentAnswer({ ...defaultAudience, opt_in_text: "Hi" }, true, "vi"), "Hi");
});

test("tagged messages and templates do not need the window", () => {
  assert.equal(needsWindow({ type: "text" }, null), true);
  assert.equal(needsWindow({ type: "text" }, undefined), true);
  assert.equal(needsWindow({ type: "text" }, "HUMAN_AGENT"), false);
  assert.equal(needsWindow({ type: "whatsapp_message_template" }, null), false);
});
