import assert from "node:assert/strict";
import { test } from "node:test";
import { newCustomer } from "../customer.ts";
import { FlowDocument } from "../document/document.ts";
import { explainRule } from "../explain/explain-rule.ts";
import { english } from "../explain/trace-words.ts";
import { vietnamese } from "../explain/trace-words.vi.ts";
import { judgeSegment } from "./judge-condition.ts";
import type { SegmentFacts } from "./judge-rule.ts";
import { SegmentCondition, type SegmentRule } from "./rule.ts";
import { searchedValues } from "./searched-values.ts";

const now = Date.parse("2026-11-18T00:00Z");
const facts: SegmentFacts = {
  ...{ now, channel: "webchat", tags: [3], locale: "vi_VN", windowSeconds: 86_400 },
  zone: () => "UTC",
  read: (field) => ({ size: "M" })[field],
  fieldType: () => "text",
  fill: (template) => template,
  work: () => true,
  firstSeenAt: Date.parse("2026-10-01T00:00Z"),
  lastInputAt: Date.parse("2026-11-10T00:00Z"),
  source: "ref spring",
  sequences: [7],
  isWanted: false,
  unreachable: null,
  isBlocked: false,
  hasMessage: ({ did }) => did === "received",
};
const nameOf = (id: number) => (id === 7 ? "Tips" : undefined);
const names = { flow: nameOf, sequence: nameOf };

/** A rule that holds, and the sentences that say so. */
const holding: [SegmentRule, english: string, vietnamese: string][] = [
  [
    { type: "locale", locales: ["vi"], is: true },
    "the language is one of those named (vi_VN)",
    "ngôn ngữ nằm trong số được nêu (vi_VN)",
  ],
  [
    { type: "last_active", within: false, days: 7 },
    "last active on 2026-11-10, more than 7 days ago",
    "hoạt động gần nhất ngày 2026-11-10, hơn 7 ngày trước",
  ],
  [
    { type: "first_seen", within: true, days: 60 },
    "first seen on 2026-10-01, within 60 days",
    "xuất hiện lần đầu ngày 2026-10-01, trong 60 ngày qua",
  ],
  [
    { type: "source", source: "ref", value: "spring", is: true },
    "the customer came by this way (ref spring)",
    "khách hàng đến bằng cách này (ref spring)",
  ],
  [
    { type: "message", did: "received", flow_id: 7, step: "hi", days: 30, has: true },
    "the customer received the step “hi” of the flow “Tips” within 30 days",
    "khách hàng đã nhận bước “hi” của kịch bản “Tips” trong 30 ngày qua",
  ],
  [
    { type: "message", did: "pressed", flow_id: null, has: false },
    "the customer pressed no button in any message",
    "khách hàng không bấm nút nào trong tin nhắn bất kỳ",
  ],
  [
    { type: "sequence", sequence_id: 7, runs: true },
    "the customer is in the sequence “Tips”",
    "khách đang ở trong chuỗi tin “Tips”",
  ],
  [
    { type: "subscription", subscription: "unsubscribed", is: true },
    "the customer has refused the page's news",
    "khách hàng đã từ chối nhận tin",
  ],
  [
    { type: "reach", reach: "open", is: false },
    "no free message can be sent now",
    "không thể gửi tin nhắn tự do ngay bây giờ",
  ],
];

for (const [rule, inEnglish, inVietnamese] of holding)
  test(`a segment says why: ${inEnglish}`, () => {
    // The second rule is never true, so that any rule decides alone.
    const never: SegmentRule = { type: "tag", tag_id: 9, has: true };
    const { holds, reason } = judgeSegment(SegmentCondition.parse({ match: "any", rules: [rule, never] }), facts);

    const said = [english, vietnamese].map(({ rules }) => reason.map((each) => explainRule(each, rules, names)));
    assert.deepEqual([holds, said], [true, [[inEnglish], [inVietnamese]]]);
  });

test("a flow can be published with the rules that a turn can decide, and with no others", () => {
  const stepWith = (rule: unknown) => ({
    ...{ version: 1, start: "a" },
    steps: { a: { type: "condition", match: "all", rules: [rule], next: { yes: null, no: null } } },
  });

  assert.equal(FlowDocument.safeParse(stepWith({ type: "tag", tag_id: 3, has: true })).success, true);
  for (const [rule] of holding) {
    const isLookedUp = rule.type === "message" || rule.type === "source";
    assert.equal(FlowDocument.safeParse(stepWith(rule)).success, !isLookedUp, rule.type);
  }
});

test("values are prepared as they are compared", () => {
  const customer = { ...newCustomer("web_1"), locale: "vi_VN", tags: [3] };
  const fields = { city: " Hà Nội", age: "10", born: "1990-05-04", at: "2026-10-01T10:00+07:00", odd: "2026-99-99" };
  const long = "x".repeat(300);

  assert.deepEqual(searchedValues({ ...customer, fields: { ...fields, long } }), {
    ...{ gender: "unknown", locale: "vi_vn", "~locale": "vi-vn-", "t 3": true },
    ...{ city: "hà nội", age: "10", "#age": 10, born: "1990-05-04", "@born": "1990-05-04" },
    ...{ at: "2026-10-01t10:00+07:00", "@at": "2026-10-01T03:00:00.000Z", "+odd": true, "+long": true },
  });
});
