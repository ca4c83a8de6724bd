import type { Event } from "./history.ts";
import type { Stored, Violation, ViolationKind } from "./judge.ts";

type Offered = Extract<Event, { type: "offered" }>;
type Delivered = Extract<Event, { type: "delivered" }>;

/** The data that the rules look at. `accepted` holds the keys of accepted calls. */
export type Log = { offered: Offered[]; accepted: Set<string>; deliveries: Delivered[]; stored: Stored };

/** Each finds one way to break a promise. */
export const rules: ((log: Log) => Violation[])[] = [
  findLost,
  findSentButNotSeen,
  findUnfinished,
  findUnknown,
  findAdvancedTwice,
  findUnmarkedRepeats,
  findDisorderIn,
  findDisorderOut,
  findEarlyTimers,
  findWrongStatistics,
];

function findLost({ offered, accepted, deliveries }: Log): Violation[] {
  const seen = new Set(deliveries.map(keyOf));
  return offered
    .filter((call) => accepted.has(keyOf(call)))
    .flatMap(({ psid, text, answers }) =>
      answers
        .filter((answer) => !seen.has(keyOf({ psid, text: answer.text })))
        .map((answer) => violation("lost", `"${text}" of ${psid} was accepted, "${answer.text}" never came`)),
    );
}

function findSentButNotSeen({ deliveries, stored }: Log): Violation[] {
  const seen = new Set(deliveries.map(({ messageId }) => messageId));
  return stored.messages
    .filter(({ id, status }) => ["sent", "delivered", "seen"].includes(status) && !seen.has(id))
    .map(({ id, psid, text }) => violation("lost", `message ${id} "${text}" to ${psid} counts as sent and never came`));
}

function findUnfinished({ stored }: Log): Violation[] {
  return stored.messages
    .filter(({ status }) => status === "queued" || status === "sending")
    .map(({ id, psid, status }) => violation("unfinished", `message ${id} to ${psid} is still ${status}`));
}

function findUnknown({ offered, deliveries }: Log): Violation[] {
  const expected = new Set(
    offered.flatMap(({ psid, answers }) => answers.map((answer) => keyOf({ psid, text: answer.text }))),
  );
  return deliveries
    .filter((delivery) => !expected.has(keyOf(delivery)))
    .map(({ psid, text }) => violation("unknown", `"${text}" came to ${psid}, and no call explains it`));
}

function findAdvancedTwice({ offered, deliveries, stored }: Log): Violation[] {
  const ids = new Map<string, Set<number>>();
  for (const delivery of deliveries) {
    const key = keyOf(delivery);
    ids.set(key, (ids.get(key) ?? new Set()).add(delivery.messageId));
  }
  const answeredTwice = [...ids]
    .filter(([, messages]) => messages.size > 1)
    .map(([key, messages]) => violation("advanced_twice", `"${key}" came as messages ${[...messages].join(", ")}`));
  const written = new Set(offered.filter(({ call }) => call === "webhook").map(keyOf));
  const turns = Map.groupBy(stored.turns.map(keyOf), (key) => key);
  const handledTwice = [...turns]
    .filter(([key, times]) => times.length > 1 && written.has(key))
    .map(([key, times]) => violation("advanced_twice", `"${key}" has ${times.length} turns`));
  return [...answeredTwice, ...handledTwice];
}

function findUnmarkedRepeats({ deliveries, stored }: Log): Violation[] {
  const marked = new Set(stored.messages.filter(({ possibleDuplicate }) => possibleDuplicate).map(({ id }) => id));
  const byId = Map.groupBy(deliveries, ({ messageId }) => messageId);
  return [...byId]
    .filter(([id, times]) => times.length > 1 && !marked.has(id))
    .map(([id, times]) => violation("unmarked_repeat", `message ${id} came ${times.length} times, unmarked`));
}

function findDisorderIn({ offered, stored }: Log): Violation[] {
  return inversions(
    offered.filter(({ call }) => call === "webhook").map(keyOf),
    stored.turns,
    (turn) => `"${turn.text}" of ${turn.psid} was handled after what they wrote later`,
  );
}

/** A repeat may come at any time; the first delivery of each message counts. */
function findDisorderOut({ offered, deliveries }: Log): Violation[] {
  return inversions(
    offered.flatMap(({ psid, answers }) => answers.map(({ text }) => keyOf({ psid, text }))),
    deliveries,
    ({ psid, text }) => `"${text}" came to ${psid} after what was to come later`,
  );
}

/** Every item, at its first appearance, that stands behind one of the same customer that belongs behind it. */
function inversions<Item extends { psid: string; text: string | null }>(
  rightOrder: string[],
  items: Item[],
  describe: (item: Item) => string,
): Violation[] {
  const place = new Map(rightOrder.map((key, index) => [key, index]));
  const furthest = new Map<string, number>();
  const seen = new Set<string>();
  return items.flatMap((item) => {
    const key = keyOf(item);
    const at = place.get(key);
    if (at === undefined || seen.has(key)) return [];
    seen.add(key);
    const isBehind = at < (furthest.get(item.psid) ?? -1);
    furthest.set(item.psid, Math.max(at, furthest.get(item.psid) ?? -1));
    return isBehind ? [violation("order", describe(item))] : [];
  });
}

/**
 * Certain: a timer is set after its call was offered. By the database's clock the wait may seem shorter than it was, since
 * all messages of a commit carry its time; only a wait of less than half is surely none.
 */
function findEarlyTimers({ offered, deliveries, stored }: Log): Violation[] {
  const deliveredAt = new Map(deliveries.toReversed().map((delivery) => [keyOf(delivery), delivery.at]));
  const createdAt = new Map(stored.messages.map((message) => [keyOf(message), message.createdAt]));
  return offered.flatMap(({ psid, at, answers }) =>
    answers.flatMap(({ text, afterSeconds }, index) => {
      if (afterSeconds === undefined) return [];
      const before = keyOf({ psid, text: answers[index - 1]?.text ?? "" });
      const key = keyOf({ psid, text });
      const sinceOffered = (deliveredAt.get(key) ?? Number.POSITIVE_INFINITY) - at;
      const sinceBefore = (createdAt.get(key) ?? Number.POSITIVE_INFINITY) - (createdAt.get(before) ?? 0);
      if (sinceOffered >= afterSeconds * 1000 && sinceBefore >= afterSeconds * 500) return [];
      const waited = Math.round(Math.min(sinceOffered, sinceBefore));
      return [violation("early_timer", `"${text}" of ${psid} came after ${waited} ms, not ${afterSeconds} s`)];
    }),
  );
}

function findWrongStatistics({ stored }: Log): Violation[] {
  return stored.statistics.flatMap(({ flow, kept, recounted }) => {
    const [one, other] = [JSON.stringify(kept), JSON.stringify(recounted)];
    return one === other ? [] : [violation("statistics", `${flow} says ${one}, its messages say ${other}`)];
  });
}

export const keyOf = ({ psid, text }: { psid: string; text: string | null }) => `${psid} ${text}`;
const violation = (kind: ViolationKind, text: string): Violation => ({ kind, text });
