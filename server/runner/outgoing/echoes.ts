import type { EchoEvent, MailEvent } from "@banter/core/flow/mail-event.ts";
import type { RunnerNode } from "../node.ts";
import type { OpenItem } from "../round/item.ts";

/**
 * Some platforms echo messages without saying who wrote them, and an echo may arrive before the answer to its call.
 * Such an echo is either of a person in the platform's inbox or of a message of ours. The first matching row decides.
 */
const decisions: { when: (echo: UnclearEcho) => boolean; judge: (echo: UnclearEcho) => EchoEvent }[] = [
  {
    // The platform has given this id in an answer to us.
    when: ({ outgoing, psid, event }) => outgoing.hasSent(psid, event.platformId),
    judge: ({ event }) => ({ ...event, isPerson: false }),
  },
  {
    // A call to this customer is running: the echo is judged again when it has ended.
    when: ({ outgoing, psid, judgeAgain }) => outgoing.afterCall(psid, judgeAgain),
    judge: ({ event }) => ({ ...event, isPerson: false }),
  },
  {
    // The echo has the text of a message whose attempt has an unknown result: it confirms that attempt.
    when: ({ outgoing, psid, event }) => outgoing.findUnconfirmed(psid, event.text) !== undefined,
    judge: ({ outgoing, psid, event }) => {
      const messageId = outgoing.findUnconfirmed(psid, event.text) ?? null;
      return { ...event, isPerson: false, messageId };
    },
  },
  // Otherwise the table decides: an id that no message has belongs to a person's message.
  { when: () => true, judge: ({ event }) => event },
];

type UnclearEcho = {
  psid: string;
  event: EchoEvent;
  outgoing: OpenItem["page"]["outgoing"];
  judgeAgain: () => void;
};

/** Decides whose message each unclear echo of a batch is, as far as memory can tell. */
export async function resolveEchoes(node: RunnerNode, items: OpenItem[]): Promise<OpenItem[]> {
  if (!items.some(({ mail }) => mayBePerson(mail.event))) return items;
  const resolved = items.map((item) => resolveEcho(node, item));
  // Echoes are looked up in the table next: it must have the ids of all messages sent so far.
  await node.ledger.flush();
  return resolved;
}

function resolveEcho(node: RunnerNode, item: OpenItem): OpenItem {
  const { page, mail } = item;
  const { psid, event } = mail;
  if (!mayBePerson(event)) return item;
  const { pageId } = page.lease;
  const judgeAgain = () => void node.deps.accept({ pageId, psid, event }).catch(() => undefined);
  const echo: UnclearEcho = { psid, event, outgoing: page.outgoing, judgeAgain };
  const decision = decisions.find(({ when }) => when(echo));
  return { ...item, mail: { ...mail, event: decision?.judge(echo) ?? event } };
}

const mayBePerson = (event: MailEvent): event is EchoEvent => event.type === "echo" && event.isPerson;
