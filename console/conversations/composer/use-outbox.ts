import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { conversationKeys } from "../../live/keys.ts";
import type { Thread } from "../thread/read-thread.ts";
import { useAddMessages } from "../thread/use-thread.ts";
import { newKey } from "./new-key.ts";
import { type Content, changeOutbox, outboxQueryKey, type Pending } from "./outbox.ts";
import { isQuoteGone } from "./send-error-text.ts";
import type { AnsweredMessage } from "./use-answering.ts";

type SendOptions = {
  messageTag?: string | undefined;
  answered?: AnsweredMessage | null;
  /** Called when the server has it. */
  onSent?: (() => void) | undefined;
};

const none: readonly Pending[] = [];

/** Sends messages to the customer, one after another, each once. */
export function useOutbox(psid: string) {
  const { id: pageId } = usePage();
  const client = useQueryClient();
  const addMessages = useAddMessages(pageId, psid);
  const { data: pending = none } = useQuery<readonly Pending[]>({
    queryKey: outboxQueryKey(pageId, psid),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const change = (update: (pending: readonly Pending[]) => readonly Pending[]) =>
    changeOutbox(client, pageId, psid, update);

  async function post({ key, content, messageTag, answered, onSent }: Pending): Promise<void> {
    const sent = (others: readonly Pending[]) => others.filter((other) => other.key !== key);
    try {
      const { messages } = await api("POST /pages/:page_id/conversations/:psid/messages", {
        params: { page_id: pageId, psid },
        body: {
          content,
          key,
          ...(messageTag !== undefined && { message_tag: messageTag }),
          ...(answered && { reply_to: answered.id }),
        },
      });
      addMessages(messages);
      // A busy server has taken it without storing it yet: it is shown as being sent until the thread has it.
      if (messages.length > 0) change(sent);
      onSent?.();
    } catch (error) {
      change((others) => others.map((other) => (other.key === key ? { ...other, error } : other)));
    }
  }

  return {
    pending,
    send(content: Content, { messageTag, answered, onSent }: SendOptions = {}): void {
      const thread = client.getQueryData<Thread>(conversationKeys.thread(pageId, psid));
      const one: Pending = {
        key: newKey(),
        at: new Date().toISOString(),
        content,
        messageTag,
        answered: answered ?? undefined,
        onSent,
        afterId: thread?.messages.at(-1)?.id ?? 0,
        error: undefined,
      };
      change((others) => [...others, one]);
      enqueue(`${pageId} ${psid}`, () => post(one));
    },
    /** Tries again under the same key: the server may have had it. A quote of a message that is gone is left out. */
    again(one: Pending): void {
      const next = { ...one, error: undefined, answered: isQuoteGone(one) ? undefined : one.answered };
      change((others) => others.map((other) => (other.key === one.key ? next : other)));
      enqueue(`${pageId} ${psid}`, () => post(next));
    },
    forget: (one: Pending) => change((others) => others.filter((other) => other.key !== one.key)),
  };
}

/** Messages of one conversation are sent in the order in which they were written. */
const queues = new Map<string, Promise<void>>();

function enqueue(name: string, work: () => Promise<void>): void {
  const last = (queues.get(name) ?? Promise.resolve()).then(work);
  queues.set(name, last);
  void last.finally(() => {
    if (queues.get(name) === last) queues.delete(name);
  });
}
