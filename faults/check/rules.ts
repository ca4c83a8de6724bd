import type { Event, Stored } from "./history.ts";

/**
 * The kinds of broken promises.
 *
 * - `lost`: an answer to an accepted call never arrived, or a message counts as sent that the platform never got.
 * - `advanced_twice`: one call was handled twice, so that its answer exists as two messages.
 * - `unmarked_repeat`: a message was sent again and is not marked as a possible duplicate.
 * - `needless_repeat`: a message was sent again although the platform reported the first one in time.
 * - `order`: a customer's messages were handled or delivered in another order than they were written.
 * - `early_timer`: a wait ended too early.
 * - `stale_timer`: a wait ended by its time although the customer had answered.
 * - `statistics`: the counts of a flow differ from a recount of its messages.
 * - `unknown`: a delivery that no call explains.
 * - `unfinished`: a message is neither sent nor failed.
 * - `stuck`: work continued only after a restart of the server.
 * - `slow`: work took longer than promised.
 * - `misbehaved`: the server or its database ended, or the server gave a wrong answer.
 */
export type ViolationKind =
  | "lost"
  | "advanced_twice"
  | "unmarked_repeat"
  | "needless_repeat"
  | "order"
  | "early_timer"
  | "stale_timer"
  | "statistics"
  | "unknown"
  | "unfinished"
  | "stuck"
  | "slow"
  | "misbehaved";

export type Violation = { kind: ViolationKind; text: string };

type Offered = Extract<Event, { type: "offered" }>;
type Delivered = Extract<Event, { type: "delivered" }>;

/**
 * The data that the rules check. `accepted` holds the keys of accepted calls, and when they were first accepted;
 * `overran` names the bursts whose order is not promised.
 */
export type Log = {
  offered: Offered[];
  accepted: Map<string, number>;
  deliveries: Delivered[];
  overran: Set<string>;
  stored: Stored;
};

/** Each rule finds one kind of broken promise. */
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
  findStaleTimers,
  findWrongStatistics,
];

function findLost({ offered, accepted, deliveries }: Log): Violation[] {
  const seen = new Set(deliveries.map(keyOf));
  return offered
    .filter((call) => accepted.has(keyOf(call)))
    .flatMap(({ psid, text, answers, race }) => {
      const isSeen = (text: string) => seen.has(keyOf({ psid, text }));
      const unseen = answers.filter((answer) => !isSeen(answer.text)).map((answer) => answer.text);
      if (race && !isSeen(race.answered) && !isSeen(race.late)) unseen.push(race.late);
      return unseen.map((answer) => violation("lost", `"${text}" of ${psid} was accepted, "${answer}" never arrived`));
    });
}

function findSentButNotSeen({ deliveries, stored }: Log): Violation[] {
  const seen = new Set(deliveries.map(({ messageId }) => messageId));
  return stored.messages
    .filter(({ id, status }) => ["sent", "delivered", "seen"].includes(status) && !seen.has(id))
    .map(({ id, psid, text }) => violation("lost", `message ${id} "${text}" to ${psid} is sent but never arrived`));
}

function findUnfinished({ stored }: Log): Violation[] {
  return stored.messages
    .filter(({ status }) => status === "queued" || status === "sending")
    .map(({ id, psid, status }) => violation("unfinished", `message ${id} to ${psid} is still ${status}`));
}

function findUnknown({ offered, deliveries }: Log): Violation[] {
  const expected = new Set(
    offered.flatMap(({ psid, answers, race }) =>
      [...answers.map(({ text }) => text), race?.answered, race?.late].map((text) =>
        keyOf({ psid, text: text ?? null }),
      ),
    ),
  );
  return deliveries
    .filter((delivery) => !expected.has(keyOf(delivery)))
    .map(({ psid, text }) => violation("unknown", `"${text}" to ${psid} answers no call`));
}

function findAdvancedTwice({ offered, deliveries, stored }: Log): Violation[] {
  const ids = new Map<string, Set<number>>();
  for (const delivery of deliveries) {
    const key = keyOf(delivery);
    ids.set(key, (ids.get(key) ?? new Set()).add(delivery.messageId));
  }
  const answeredTwice = [...ids]
    .filter(([, messages]) => messages.size > 1)
    .map(([key, messages]) => violation("advanced_twice", `"${key}" arrived as messages ${[...messages].join(", ")}`));
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
    .map(([id, times]) => violation("unmarked_repeat", `message ${id} arrived ${times.length} times, unmarked`));
}

function findDisorderIn({ offered, stored, overran }: Log): Violation[] {
  return inversions(
    placesOf(
      offered.filter(({ call }) => call === "webhook"),
      (call) => [keyOf(call)],
      overran,
    ),
    stored.turns,
    (turn) => `"${turn.text}" of ${turn.psid} was handled after a later text`,
  );
}

/** Checks the first delivery of each message; a repeat may arrive at any time. */
function findDisorderOut({ offered, deliveries, overran }: Log): Violation[] {
  return inversions(
    placesOf(offered, ({ psid, answers }) => answers.map(({ text }) => keyOf({ psid, text })), overran),
    deliveries,
    ({ psid, text }) => `"${text}" to ${psid} arrived after a later message`,
  );
}

/** The right order of keys. Those of a burst that overran share a place. */
function placesOf(
  calls: readonly Offered[],
  keysOf: (call: Offered) => string[],
  overran: ReadonlySet<string>,
): Map<string, number> {
  const places = new Map<string, number>();
  const shared = new Map<string, number>();
  for (const call of calls) {
    const burst = burstOf(call);
    if (overran.has(burst) && !shared.has(burst)) shared.set(burst, places.size);
    for (const key of keysOf(call)) places.set(key, shared.get(burst) ?? places.size);
  }
  return places;
}

export const burstOf = ({ psid, burst }: { psid: string; burst?: number }) => `${psid} ${burst}`;

/** Items whose first appearance is after a later item of the same customer. */
function inversions<Item extends { psid: string; text: string | null }>(
  place: ReadonlyMap<string, number>,
  items: Item[],
  describe: (item: Item) => string,
): Violation[] {
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
 * A timer is always set after its call was offered. By the database's clock a wait may look shorter than it was,
 * because all messages of a commit have its time; only less than half of the wait is certainly too early.
 */
function findEarlyTimers({ offered, deliveries, stored }: Log): Violation[] {
  const deliveredAt = new Map(deliveries.toReversed().map((delivery) => [keyOf(delivery), delivery.at]));
  const createdAt = new Map(stored.messages.map((message) => [keyOf(message), message.createdAt]));
  return offered.flatMap(({ psid, at, answers, race }) =>
    [...answers, ...(race ? [{ text: race.late, afterSeconds: race.afterSeconds }] : [])].flatMap((answer, index) => {
      const { text, afterSeconds } = answer;
      if (afterSeconds === undefined) return [];
      const before = keyOf({ psid, text: answers[index - 1]?.text ?? "" });
      const key = keyOf({ psid, text });
      const sinceOffered = (deliveredAt.get(key) ?? Number.POSITIVE_INFINITY) - at;
      const sinceBefore = (createdAt.get(key) ?? Number.POSITIVE_INFINITY) - (createdAt.get(before) ?? 0);
      if (sinceOffered >= afterSeconds * 1000 && sinceBefore >= afterSeconds * 500) return [];
      const waited = Math.round(Math.min(sinceOffered, sinceBefore));
      return [violation("early_timer", `"${text}" of ${psid} arrived after ${waited} ms, not ${afterSeconds} s`)];
    }),
  );
}

/**
 * A question ends once. It was asked after its call was offered: a reply that was accepted before that time and the
 * wait have passed came first.
 */
function findStaleTimers({ offered, accepted, deliveries }: Log): Violation[] {
  const seen = new Set(deliveries.map(keyOf));
  return offered.flatMap(({ psid, at, race }) => {
    if (!race || !seen.has(keyOf({ psid, text: race.late }))) return [];
    if (seen.has(keyOf({ psid, text: race.answered })))
      return [violation("stale_timer", `"${race.answered}" and "${race.late}" arrived at ${psid}`)];
    const repliedAt = accepted.get(keyOf({ psid, text: race.reply })) ?? Number.POSITIVE_INFINITY;
    const leftMs = Math.round(at + race.afterSeconds * 1000 - repliedAt);
    if (leftMs <= 0) return [];
    return [
      violation("stale_timer", `"${race.late}" arrived at ${psid}, whose reply was accepted ${leftMs} ms before`),
    ];
  });
}

function findWrongStatistics({ stored }: Log): Violation[] {
  return stored.statistics.flatMap(({ flow, kept, recounted }) => {
    const [one, other] = [JSON.stringify(kept), JSON.stringify(recounted)];
    return one === other ? [] : [violation("statistics", `${flow} says ${one}, its messages say ${other}`)];
  });
}

export const keyOf = ({ psid, text }: { psid: string; text: string | null }) => `${psid} ${text}`;
const violation = (kind: ViolationKind, text: string): Violation => ({ kind, text });
