import type { EchoEvent, MailEvent } from "@banter/core/flow/mail-event.ts";
import type { RunnerNode } from "../node.ts";
import type { OpenItem } from "../round/item.ts";

/**
 * Not every platform says who wrote an echoed message, and an echo may come before the answer to the call that it is of.
 * Such an echo may be of a person in the platform's inbox, or of a message of ours. The first row that fits decides.
 */
const decisions: { when: (echo: Doubt) => boolean; judge: (echo: Doubt) => EchoEvent }[] = [
  {
    // The answer to a call of ours has told this id.
    when: ({ outgoing, psid, event }) => outgoing.hasSent(psid, event.platformId),
    judge: ({ event }) => ({ ...event, isPerson: false }),
  },
  {
    // A call to this customer is under way: the echo is judged again once it has ended.
    when: ({ outgoing, psid, judgeAgain }) => outgoing.afterCall(psid, judgeAgain),
    judge: ({ event }) => ({ ...event, isPerson: false }),
  },
  {
    // It has the text of a message whose attempt has no end: it is of that attempt.
    when: ({ outgoing, psid, event }) => outgoing.findDoubtful(psid, event.text) !== undefined,
    judge: ({ outgoing, psid, event }) => {
      const messageId = outgoing.findDoubtful(psid, event.text) ?? null;
      return { ...event, isPerson: false, messageId };
    },
  },
  // Otherwise the table is asked, and an id that no message has is a person's.
  { when: () => true, judge: ({ event }) => event },
];

type Doubt = {
  psid: string;
  event: EchoEvent;
  outgoing: OpenItem["page"]["outgoing"];
  judgeAgain: () => void;
};

/** Decides for each echo in a batch that may be a person's, as far as memory can tell. */
export async function settleEchoes(node: RunnerNode, items: OpenItem[]): Promise<OpenItem[]> {
  if (!items.some(({ mail }) => mayBePerson(mail.event as MailEvent))) return items;
  const settled = items.map((item) => settle(node, item));
  // Ids of messages that have been sent by now must be in the table, where echoes are looked up.
  await node.ledger.flush();
  return settled;
}

function settle(node: RunnerNode, item: OpenItem): OpenItem {
  const { page, mail } = item;
  const event = mail.event as MailEvent;
  if (!mayBePerson(event)) return item;
  const { psid } = mail;
  const { pageId } = page.lease;
  const judgeAgain = () => void node.deps.accept({ pageId, psid, event }).catch(() => undefined);
  const doubt: Doubt = { psid, event, outgoing: page.outgoing, judgeAgain };
  const decision = decisions.find(({ when }) => when(doubt));
  return { ...item, mail: { ...mail, event: decision?.judge(doubt) ?? event } };
}

const mayBePerson = (event: MailEvent): event is EchoEvent => event.type === "echo" && event.isPerson;
