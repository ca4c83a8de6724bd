import { contentOf } from "./files.ts";
import type { Person, Telegram, Update } from "./stand-in.ts";

type Facts = { id: number; first_name?: string; last_name?: string; language_code?: string };
type State = "never" | "started" | "blocked" | "deactivated";

export const seconds = () => Math.floor(Date.now() / 1000);

/** Telegram takes no answer after this. */
const checkoutMs = 10_000;

type Sender = ReturnType<typeof webhookSender>;

/** Posts updates to the address of setWebhook with its secret, and retries until they are accepted. */
export function webhookSender(bot: { id: number; username: string }, lastUpdateId: number) {
  const people = new Map<number, { state: State }>();
  const unanswered = new Set<string>();
  let webhook: { url: string; secret: string } | undefined;
  let allowed: string[] = [];
  let updateId = lastUpdateId;

  async function postOne(update: Update): Promise<number> {
    if (!webhook) throw new Error("The bot has not set a webhook.");
    const { status } = await fetch(webhook.url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": webhook.secret },
      body: JSON.stringify(update),
    });
    return status;
  }

  return {
    bot,
    people,
    setWebhook(url: string, secret: string, updates = allowed): void {
      webhook = { url, secret };
      allowed = updates;
    },
    isAllowed: (kind: string) => allowed.includes(kind),
    webhookUrl: () => webhook?.url ?? "",
    updateOf: (content: Record<string, unknown>): Update => ({ update_id: ++updateId, ...content }),
    /** One after the other, as Telegram does for one chat. */
    async post(updates: Update[]): Promise<number[]> {
      const statuses: number[] = [];
      for (const update of updates) statuses.push(await postOne(update));
      return statuses;
    },
    async deliver(update: Update): Promise<void> {
      for (let tries = 1; (await postOne(update)) >= 300; tries++) {
        if (tries === 5) throw new Error("The webhook was refused five times.");
        await new Promise((resolve) => setTimeout(resolve, 100 * tries));
      }
    },
    asked: (queryId: string) => void unanswered.add(queryId),
    /** True if that press was waiting for its answer. */
    answer: (queryId: string) => unanswered.delete(queryId),
    isAnswered: (queryId: string) => !unanswered.has(queryId),
  };
}

export function personOf(telegram: Telegram, sender: Sender, facts: Facts): Person {
  const { id } = facts;
  const from = { is_bot: false, first_name: "Ann", ...facts };
  const chat = { id, type: "private", first_name: from.first_name };
  if (!sender.people.has(id)) sender.people.set(id, { state: "never" });
  let messageId = id * 100;

  const become = (state: State) => sender.people.set(id, { state });
  const psid = `tg_${id}`;
  const sending = (content: Record<string, unknown>) => {
    telegram.written.add(String(++messageId), psid, String(content.text ?? ""));
    return sender.updateOf({ message: { message_id: messageId, from, chat, date: seconds(), ...content } });
  };
  const received = () => telegram.sent.filter(({ chatId }) => chatId === id);
  const speak = async (content: Record<string, unknown>) => {
    become("started");
    await sender.deliver(sending(content));
  };
  const member = (before: string, after: string) => {
    const user = { id: sender.bot.id, is_bot: true, first_name: "Corner shop" };
    const [old_chat_member, new_chat_member] = [before, after].map((status) => ({ status, user }));
    return sender.updateOf({ my_chat_member: { chat, from, date: seconds(), old_chat_member, new_chat_member } });
  };

  return {
    psid,
    heard: () => received().map(({ body }) => String(body.text ?? body.caption ?? "")),
    quoted: () => received().map(({ body }) => telegram.written.textOf(Object(body.reply_parameters).message_id ?? "")),
    say: (text) => speak({ text }),
    send: (kind, file) => speak(contentOf(telegram.files, kind, file)),
    start: (parameter) => speak({ text: parameter === undefined ? "/start" : `/start ${parameter}` }),
    async press(title) {
      const { messageId, button } = findButton(telegram, id, title);
      if (button.request_contact) {
        return speak({ contact: { phone_number: `84901${234560 + id}`, first_name: "Ann", user_id: id } });
      }
      if (button.callback_data === undefined && button.web_app === undefined) return speak({ text: title });
      const query = `query ${messageId} ${title} ${Math.random()}`;
      sender.asked(query);
      const message = { message_id: messageId, chat, date: seconds(), text: "…" };
      await sender.deliver(
        sender.updateOf({
          callback_query: { id: query, from, message, chat_instance: "1", data: button.callback_data },
        }),
      );
      await telegram.until(() => sender.isAnswered(query));
    },
    async pay(given) {
      const newest = telegram.sent.findLast(({ chatId, method }) => chatId === id && method === "sendInvoice");
      const invoice = given ?? newest;
      if (!invoice) throw new Error("There is no invoice to pay.");
      const { currency, prices, payload: invoice_payload } = invoice.body;
      const total_amount = (prices as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0);
      const bill = { currency, total_amount, invoice_payload };
      const query = `checkout ${invoice.messageId} ${Math.random()}`;
      sender.asked(query);
      const late = setTimeout(() => sender.answer(query), checkoutMs);
      await sender.deliver(sender.updateOf({ pre_checkout_query: { id: query, from, ...bill } }));
      clearTimeout(late);
      const answer = telegram.calls.find(({ body }) => body.pre_checkout_query_id === query);
      if (answer?.body.ok !== true) throw new Error(`The payment was not allowed: ${answer?.body.error_message}`);
      const charge = `${invoice.messageId}-${telegram.calls.length}`;
      const ids = { telegram_payment_charge_id: `tg ${charge}`, provider_payment_charge_id: `bank ${charge}` };
      await speak({ successful_payment: { ...bill, ...ids } });
    },
    sendPlace: () => speak({ location: { latitude: 10.7769, longitude: 106.7009 } }),
    async react(emoji) {
      if (!sender.isAllowed("message_reaction")) return;
      const message_id = telegram.sent.findLast(({ chatId }) => chatId === id)?.messageId;
      const reaction = { chat, message_id, user: from, date: seconds(), old_reaction: [] };
      await sender.deliver(
        sender.updateOf({ message_reaction: { ...reaction, new_reaction: [{ type: "emoji", emoji }] } }),
      );
    },
    async block() {
      become("blocked");
      await sender.deliver(member("member", "kicked"));
    },
    async comeBack() {
      become("started");
      await sender.deliver(member("kicked", "member"));
    },
    leave: () => void become("deactivated"),
    saying: (text) => {
      become("started");
      return sending({ text });
    },
    sending,
  };
}

type Button = { text: string; callback_data?: string; request_contact?: boolean; web_app?: object };
type Markup = { inline_keyboard?: Button[][]; keyboard?: Button[][] };

function findButton(telegram: Telegram, chatId: number, title: string): { messageId: number; button: Button } {
  for (const { body, messageId, ...sent } of telegram.sent.toReversed()) {
    if (sent.chatId !== chatId) continue;
    const { inline_keyboard = [], keyboard = [] } = (body.reply_markup ?? {}) as Markup;
    const button = [...inline_keyboard, ...keyboard].flat().find(({ text }) => text === title);
    if (button) return { messageId, button };
  }
  throw new Error(`No message has a button ${title}.`);
}
