import type { Event } from "./history.ts";

/** What the database says once the load has ended. `createdAt` is in milliseconds of the database's clock. */
export type Stored = {
  messages: {
    id: number;
    psid: string;
    text: string | null;
    status: string;
    possibleDuplicate: boolean;
    createdAt: number;
  }[];
  /** The turns of customers' messages, in the order in which they were taken. */
  turns: { psid: string; text: string | null }[];
  statistics: { flow: string; kept: object; recounted: object }[];
};

/**
 * The ways to break a promise.
 *
 * - `lost`: an accepted call has an answer that never came, or a message counts as sent that the platform never saw.
 * - `advanced_twice`: one call was handled twice, so that its answer exists as two messages.
 * - `unmarked_repeat`: a message was sent again and is not marked as a possible duplicate.
 * - `order`: a customer's messages were handled or delivered in another order than they were written.
 * - `early_timer`, `statistics`: as they say.
 * - `unknown`: a delivery that no call explains.
 * - `unfinished`: a message is neither sent nor failed.
 * - `stuck`: something went on only after the server was restarted. `slow`: something took longer than promised.
 * - `misbehaved`: the server or its database ended, or answered as it must not.
 */
export type ViolationKind =
  | "lost"
  | "advanced_twice"
  | "unmarked_repeat"
  | "order"
  | "early_timer"
  | "statistics"
  | "unknown"
  | "unfinished"
  | "stuck"
  | "slow"
  | "misbehaved";

export type Violation = { kind: ViolationKind; text: string };

export type Figures = {
  accepted: number;
  delivered: number;
  timers: number;
  /** Deliveries of a message beyond its first. */
  repeats: number;
};

type Offered = Extract<Event, { type: "offered" }>;
type Delivered = Extract<Event, { type: "delivered" }>;

/** Compares what was accepted with what was delivered and stored. Pure: the same log gives the same verdict. */
export function judge(events: Event[], stored: Stored): { violations: Violation[]; figures: Figures } {
  const offered = events.filter((event) => event.type === "offered");
  const accepted = new Set(events.flatMap((event) => (event.type === "accepted" ? keyOf(event) : [])));
  const deliveries = events.filter((event) => event.type === "delivered");
  const log: Log = { offered, accepted, deliveries, stored };
  const repeats = deliveries.length - new Set(deliveries.map(({ messageId }) => messageId)).size;
  return {
    violations: rules.flatMap((rule) => rule(log)),
    figures: {
      accepted: accepted.size,
      delivered: deliveries.length - repeats,
      timers: offered.filter((call) => accepted.has(keyOf(call)) && call.answers.some(hasTimer)).length,
      repeats,
    },
  };
}

type Log = { offered: Offered[]; accepted: Set<string>; deliveries: Delivered[]; stored: Stored };

const rules: ((log: Log) => Violation[])[] = [
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

/** Messages of one commit carry its time, which is a little later than the time their turns were taken at. */
const commitSpreadMs = 100;

/** By the database's clock, from the message before the timer to the one after it. */
function findEarlyTimers({ offered, stored }: Log): Violation[] {
  const createdAt = new Map(stored.messages.map((message) => [keyOf(message), message.createdAt]));
  return offered.flatMap(({ psid, answers }) =>
    answers.flatMap(({ text, afterSeconds }, index) => {
      const from = createdAt.get(keyOf({ psid, text: answers[index - 1]?.text ?? "" }));
      const to = createdAt.get(keyOf({ psid, text }));
      if (afterSeconds === undefined || from === undefined || to === undefined) return [];
      const waitedMs = to - from;
      if (waitedMs >= afterSeconds * 1000 - commitSpreadMs) return [];
      return [
        violation("early_timer", `"${text}" of ${psid} came ${Math.round(waitedMs)} ms after, not ${afterSeconds} s`),
      ];
    }),
  );
}

function findWrongStatistics({ stored }: Log): Violation[] {
  return stored.statistics.flatMap(({ flow, kept, recounted }) => {
    const [one, other] = [JSON.stringify(kept), JSON.stringify(recounted)];
    return one === other ? [] : [violation("statistics", `${flow} says ${one}, its messages say ${other}`)];
  });
}

const hasTimer = ({ afterSeconds }: { afterSeconds?: number }) => afterSeconds !== undefined;
const keyOf = ({ psid, text }: { psid: string; text: string | null }) => `${psid} ${text}`;
const violation = (kind: ViolationKind, text: string): Violation => ({ kind, text });
