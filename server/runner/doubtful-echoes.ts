import type { Accept } from "../mailbox/accept.ts";
import type { EchoEvent, MailEvent } from "../mailbox/event.ts";
import type { DueMail } from "../store/claim.ts";
import type { DeliveryQueue } from "./delivery.ts";

type Settling = { delivery: DeliveryQueue; accept: Accept; pageId: string };

/**
 * Not every platform says whose words it echoes, and an echo may come before the answer to the call that it is of. One
 * that comes during a call waits for its message's end; one that says what an attempt without an end has said is of that.
 */
export async function settleEchoes({ delivery, accept, pageId }: Settling, mails: DueMail[]): Promise<DueMail[]> {
  if (!mails.some(({ event }) => isDoubtful(event as MailEvent))) return mails;
  const settled = mails.map((mail) => {
    const event = mail.event as MailEvent;
    if (!isDoubtful(event)) return mail;
    const { psid } = mail;
    if (delivery.hasSent(psid, event.platformId)) return { ...mail, event: { ...event, isPerson: false } };
    const again = () => void accept({ pageId, psid, event }).catch(() => undefined);
    if (delivery.afterCall(psid, again)) return { ...mail, event: { ...event, isPerson: false } };
    const messageId = delivery.findDoubtful(psid, event.text);
    return messageId === undefined ? mail : { ...mail, event: { ...event, isPerson: false, messageId } };
  });
  // The platform's ids of what has been sent by now have to be in the table, where echoes are looked up.
  await delivery.flush();
  return settled;
}

const isDoubtful = (event: MailEvent): event is EchoEvent => event.type === "echo" && event.isPerson;
