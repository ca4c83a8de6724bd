/** An answer that the customer must get. `afterSeconds`: a timer runs between this answer and the one before. */
export type Answer = { text: string; afterSeconds?: number };

/** A question that ends with the customer's `reply` or with the end of its time: exactly one of two texts arrives. */
type Race = { reply: string; answered: string; late: string; afterSeconds: number };

/** An event observed outside the server. `at` is in milliseconds of the harness's clock. */
export type Event =
  | ({ type: "offered"; at: number } & Call)
  | { type: "accepted"; at: number; psid: string; text: string }
  | { type: "delivered"; at: number; psid: string; text: string; messageId: number }
  /** The reports of a burst took longer than the server holds them, so that their order is not promised. */
  | { type: "overran"; at: number; psid: string; burst: number };

/**
 * A call to the server. A customer's texts are unique, and offered in the order in which they were written. Those of one
 * burst are reported in any order.
 */
export type Call = {
  call: "webhook" | "send";
  psid: string;
  text: string;
  answers: Answer[];
  race?: Race;
  burst?: number;
};

/** An answer to an accepted call that has not been delivered. */
export type Missing = { psid: string; text: string };

export type History = {
  events: Event[];
  offer(call: Call): void;
  /** The server has answered 2xx. */
  accept(call: Call): void;
  deliver(delivery: { psid: string; text: string; messageId: number }): void;
  overrun(psid: string, burst: number): void;
  isDelivered(psid: string, text: string): boolean;
  countMissing(): number;
  listMissing(): Missing[];
};

/** Records calls and deliveries for the checker, and keeps the answers that are still missing. */
export function openHistory(): History {
  const events: Event[] = [];
  const delivered = new Set<string>();
  const missing = new Map<string, Missing>();
  /** For the answered end of a race, the late one: it is missing until either has arrived. */
  const lateOf = new Map<string, string>();
  const keyOf = (psid: string, text: string) => `${psid} ${text}`;
  return {
    events,
    offer: (call) => void events.push({ type: "offered", at: performance.now(), ...call }),
    accept({ psid, text, answers, race }) {
      events.push({ type: "accepted", at: performance.now(), psid, text });
      for (const answer of answers) {
        const key = keyOf(psid, answer.text);
        if (!delivered.has(key)) missing.set(key, { psid, text: answer.text });
      }
      if (!race) return;
      const [answered, late] = [keyOf(psid, race.answered), keyOf(psid, race.late)];
      lateOf.set(answered, late);
      if (!delivered.has(answered) && !delivered.has(late)) missing.set(late, { psid, text: race.late });
    },
    deliver({ psid, text, messageId }) {
      events.push({ type: "delivered", at: performance.now(), psid, text, messageId });
      delivered.add(keyOf(psid, text));
      missing.delete(keyOf(psid, text));
      missing.delete(lateOf.get(keyOf(psid, text)) ?? "");
    },
    overrun: (psid, burst) => void events.push({ type: "overran", at: performance.now(), psid, burst }),
    isDelivered: (psid, text) => delivered.has(keyOf(psid, text)),
    countMissing: () => missing.size,
    listMissing: () => [...missing.values()],
  };
}

/** The rows of the database after the load has ended. `createdAt` is in milliseconds of the database's clock. */
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
