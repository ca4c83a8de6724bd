/** A call's answer as the customer must get it. `afterSeconds`: a timer stands between this answer and the one before. */
export type Answer = { text: string; afterSeconds?: number };

/** Something seen from outside the server. `at` is in milliseconds of the harness's clock. */
export type Event =
  | { type: "offered"; at: number; call: "webhook" | "send"; psid: string; text: string; answers: Answer[] }
  | { type: "accepted"; at: number; psid: string; text: string }
  | { type: "delivered"; at: number; psid: string; text: string; messageId: number };

/** A call that is offered. A customer's texts are unique, and offered in the order in which the customer wrote them. */
export type Call = { call: "webhook" | "send"; psid: string; text: string; answers: Answer[] };

export type History = {
  events: Event[];
  offer(call: Call): void;
  /** The server has answered 2xx. */
  accept(call: Call): void;
  deliver(delivery: { psid: string; text: string; messageId: number }): void;
  isDelivered(psid: string, text: string): boolean;
  /** How many answers to accepted calls have not been delivered. */
  countMissing(): number;
};

/** Records calls and deliveries for the judge, and knows at any time what is still to come. */
export function openHistory(): History {
  const events: Event[] = [];
  const delivered = new Set<string>();
  const missing = new Set<string>();
  const keyOf = (psid: string, text: string) => `${psid} ${text}`;
  return {
    events,
    offer: (call) => void events.push({ type: "offered", at: performance.now(), ...call }),
    accept({ psid, text, answers }) {
      events.push({ type: "accepted", at: performance.now(), psid, text });
      for (const answer of answers) {
        const key = keyOf(psid, answer.text);
        if (!delivered.has(key)) missing.add(key);
      }
    },
    deliver({ psid, text, messageId }) {
      events.push({ type: "delivered", at: performance.now(), psid, text, messageId });
      delivered.add(keyOf(psid, text));
      missing.delete(keyOf(psid, text));
    },
    isDelivered: (psid, text) => delivered.has(keyOf(psid, text)),
    countMissing: () => missing.size,
  };
}
