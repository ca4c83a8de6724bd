import assert from "node:assert/strict";
import { test } from "node:test";
import { checkRun } from "./checker.ts";
import type { Answer, Event, Stored } from "./history.ts";
import type { ViolationKind } from "./rules.ts";

const noon = 1_800_000_000_000;

/** A run without violations: Ann writes "a" and then "b", each is answered twice, and a send "news" follows. */
function aGoodRun(): { events: Event[]; stored: Stored } {
  const events = [
    ...written("ann", "a", ["1/a", "2/a"]),
    ...written("ann", "b", ["1/b", "2/b"]),
    ...written("bob", "news", ["news"], "send"),
    ...["1/a", "2/a", "1/b", "2/b"].map((text, index) => delivered("ann", text, index + 1)),
    delivered("bob", "news", 5),
  ];
  const messages = events.flatMap((event) => (event.type === "delivered" ? row(event) : []));
  const turns = [
    { psid: "ann", text: "a" },
    { psid: "ann", text: "b" },
  ];
  return {
    events,
    stored: { messages, turns, statistics: [{ flow: "f", kept: { sent: 4 }, recounted: { sent: 4 } }] },
  };
}

function written(
  psid: string,
  text: string,
  answers: (string | Answer)[],
  call: "webhook" | "send" = "webhook",
): Event[] {
  const expected = answers.map((answer) => (typeof answer === "string" ? { text: answer } : answer));
  return [
    { type: "offered", at: 0, call, psid, text, answers: expected },
    { type: "accepted", at: 1, psid, text },
  ];
}

const delivered = (psid: string, text: string, messageId: number): Event => ({
  type: "delivered",
  at: messageId,
  psid,
  text,
  messageId,
});

const row = ({ messageId, psid, text }: { messageId: number; psid: string; text: string }) => ({
  id: messageId,
  psid,
  text,
  status: "sent",
  possibleDuplicate: false,
  createdAt: noon,
});

const kindsOf = ({ events, stored }: { events: Event[]; stored: Stored }): ViolationKind[] =>
  checkRun(events, stored).violations.map(({ kind }) => kind);

const withoutDelivery = (events: Event[], text: string) =>
  events.filter((event) => event.type !== "delivered" || event.text !== text);

test("a good run has no violation and is counted", () => {
  const { events, stored } = aGoodRun();

  const { violations, figures } = checkRun(events, stored);

  assert.deepEqual(violations, []);
  assert.deepEqual(figures, { accepted: 3, delivered: 5, timers: 0, repeats: 0 });
});

test("an answer that never arrived is lost, even if its message was stored", () => {
  const { events, stored } = aGoodRun();
  const withoutRow = { ...stored, messages: stored.messages.filter(({ text }) => text !== "2/b") };

  assert.deepEqual(kindsOf({ events: withoutDelivery(events, "2/b"), stored: withoutRow }), ["lost"]);
  assert.deepEqual(kindsOf({ events: withoutDelivery(events, "2/b"), stored }), ["lost", "lost"]);
});

test("a refused call may be answered but need not be", () => {
  const { events, stored } = aGoodRun();
  const refused = events.filter((event) => event.type !== "accepted" || event.text !== "news");
  const rows = stored.messages.filter(({ text }) => text !== "news");

  assert.deepEqual(kindsOf({ events: refused, stored }), []);
  assert.deepEqual(kindsOf({ events: withoutDelivery(refused, "news"), stored: { ...stored, messages: rows } }), []);
});

test("an answer with two message ids, or a text with two turns, was handled twice", () => {
  const { events, stored } = aGoodRun();
  const again = row({ messageId: 9, psid: "ann", text: "2/b" });
  const messages = [...stored.messages, again];
  const turns = [...stored.turns, { psid: "ann", text: "b" }];

  assert.deepEqual(kindsOf({ events: [...events, delivered("ann", "2/b", 9)], stored: { ...stored, messages } }), [
    "advanced_twice",
  ]);
  assert.deepEqual(kindsOf({ events, stored: { ...stored, turns } }), ["advanced_twice"]);
});

test("a repeated message must be marked", () => {
  const { events, stored } = aGoodRun();
  const repeated = [...events, delivered("ann", "1/a", 1)];
  const marked = stored.messages.map((each) => ({ ...each, possibleDuplicate: each.id === 1 }));

  assert.deepEqual(kindsOf({ events: repeated, stored }), ["unmarked_repeat"]);
  assert.deepEqual(kindsOf({ events: repeated, stored: { ...stored, messages: marked } }), []);
  assert.equal(checkRun(repeated, stored).figures.repeats, 1);
});

test("the texts of a burst that took too long may come in any order, but before later ones", () => {
  const { events, stored } = aGoodRun();
  const inBurst = events.map((event) => (event.type === "offered" ? { ...event, burst: 0 } : event));
  const turned = { ...stored, turns: stored.turns.toReversed() };
  const overran: Event = { type: "overran", at: 9, psid: "ann", burst: 0 };

  assert.deepEqual(kindsOf({ events: inBurst, stored: turned }), ["order"]);
  assert.deepEqual(kindsOf({ events: [...inBurst, overran], stored: turned }), []);

  const later = [...written("ann", "c", ["1/c"]), delivered("ann", "1/c", 0)];
  const first = [...later.slice(-1), ...inBurst, ...later.slice(0, 2), overran];
  const message = row({ messageId: 0, psid: "ann", text: "1/c" });
  const withLater = { ...stored, messages: [...stored.messages, message] };
  assert.deepEqual(new Set(kindsOf({ events: first, stored: withLater })), new Set(["order"]));
});

test("order is checked per customer, by first deliveries and by turns", () => {
  const { events, stored } = aGoodRun();
  const late = [...withoutDelivery(events, "1/a"), delivered("ann", "1/a", 1)];
  const othersFirst = [...events].sort(
    (one, other) => ("psid" in one && one.psid === "bob" ? -1 : 0) - (other.psid === "bob" ? -1 : 0),
  );

  assert.deepEqual(kindsOf({ events: late, stored }), ["order"]);
  assert.deepEqual(kindsOf({ events, stored: { ...stored, turns: stored.turns.toReversed() } }), ["order"]);
  assert.deepEqual(kindsOf({ events: othersFirst, stored }), []);
});

test("a timer may be late, not early", () => {
  const run = ({ seenAt, storedAfter }: { seenAt: number; storedAfter: number }) => ({
    events: [
      ...written("ann", "wait", ["1/wait", { text: "2/wait", afterSeconds: 3 }]),
      delivered("ann", "1/wait", 1),
      { ...delivered("ann", "2/wait", 2), at: seenAt },
    ],
    stored: {
      messages: [
        row({ messageId: 1, psid: "ann", text: "1/wait" }),
        { ...row({ messageId: 2, psid: "ann", text: "2/wait" }), createdAt: noon + storedAfter },
      ],
      turns: [],
      statistics: [],
    },
  });

  assert.deepEqual(kindsOf(run({ seenAt: 2900, storedAfter: 3000 })), ["early_timer"]);
  assert.deepEqual(kindsOf(run({ seenAt: 9000, storedAfter: 1400 })), ["early_timer"]);
  assert.deepEqual(kindsOf(run({ seenAt: 3001, storedAfter: 2990 })), []);
  assert.deepEqual(kindsOf(run({ seenAt: 60_000, storedAfter: 60_000 })), []);
});

test("a question ends by the reply or by its time, and only once", () => {
  const race = { reply: "reply", answered: "answered", late: "late", afterSeconds: 5 };
  const run = ({ ends, repliedAt }: { ends: string[]; repliedAt: number }) => {
    const events: Event[] = [
      { type: "offered", at: 0, call: "webhook", psid: "ann", text: "race", answers: [{ text: "1/race" }], race },
      { type: "accepted", at: 1, psid: "ann", text: "race" },
      { type: "accepted", at: repliedAt, psid: "ann", text: "reply" },
      delivered("ann", "1/race", 1),
      ...ends.map((text, index) => ({ ...delivered("ann", text, index + 2), at: 6000 })),
    ];
    const first = row({ messageId: 1, psid: "ann", text: "1/race" });
    const others = ends.map((text, index) => ({
      ...row({ messageId: index + 2, psid: "ann", text }),
      createdAt: noon + 5000,
    }));
    return { events, stored: { messages: [first, ...others], turns: [], statistics: [] } };
  };

  assert.deepEqual(kindsOf(run({ ends: ["answered"], repliedAt: 4900 })), []);
  assert.deepEqual(kindsOf(run({ ends: ["late"], repliedAt: 5100 })), []);
  assert.deepEqual(kindsOf(run({ ends: ["late"], repliedAt: 4900 })), ["stale_timer"]);
  assert.deepEqual(kindsOf(run({ ends: ["answered", "late"], repliedAt: 5100 })), ["stale_timer"]);
  assert.deepEqual(kindsOf(run({ ends: ["late", "late"], repliedAt: 5100 })), ["advanced_twice"]);
  assert.deepEqual(kindsOf(run({ ends: [], repliedAt: 5100 })), ["lost"]);
  assert.equal(checkRun(run({ ends: ["late"], repliedAt: 5100 }).events, aGoodRun().stored).figures.timers, 1);
});

test("wrong statistics, unexpected deliveries and unfinished messages are found", () => {
  const { events, stored } = aGoodRun();
  const statistics = [{ flow: "f", kept: { sent: 5 }, recounted: { sent: 4 } }];
  const stranger = delivered("eve", "hello", 8);
  const unfinished = { ...row({ messageId: 7, psid: "ann", text: "3/b" }), status: "sending" };

  assert.deepEqual(kindsOf({ events, stored: { ...stored, statistics } }), ["statistics"]);
  assert.deepEqual(kindsOf({ events: [...events, stranger], stored }), ["unknown"]);
  assert.deepEqual(kindsOf({ events, stored: { ...stored, messages: [...stored.messages, unfinished] } }), [
    "unfinished",
  ]);
});
