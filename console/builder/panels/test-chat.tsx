import type { Attachment, Payment } from "@banter/core/flow/event.ts";
import type { InvoiceAction, OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { majorAmount } from "@banter/core/model/content/invoice.ts";
import { ActionIcon, Group, TextInput } from "@mantine/core";
import { IconSend2 } from "@tabler/icons-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Bubbles } from "../../channels/chat/bubbles.tsx";
import { groundOf } from "../../channels/chat/chat-window.tsx";
import { previewOutgoing } from "../../channels/chat/preview.ts";
import type { PreviewButton } from "../../channels/chat/preview-message.ts";
import { drawChips } from "../../frame/writing/text-chips.tsx";
import { useScene } from "../context.ts";
import type { ChatEntry, TryOut, TryOutAction } from "../try-out/try-out.ts";

/** The conversation as the customer sees it. */
export function TestChat({ view, act }: { view: TryOut; act: (action: TryOutAction) => void }) {
  const { t } = useTranslation("builder");
  const { channel } = useScene().page;
  const [text, setText] = useState("");
  const end = useRef<HTMLDivElement>(null);
  const { length } = view.chat;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is scrolled to
  useEffect(() => {
    const log = end.current?.parentElement;
    log?.scrollTo({ top: log.scrollHeight });
  }, [length]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    act({ type: "say", text });
    setText("");
  };
  return (
    <div>
      <div
        className="chat-ground test-log"
        {...groundOf(channel)}
        role="log"
        aria-label={t("test.chat")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {view.chat.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the conversation only grows at its end
          <Entry key={index} entry={entry} isLast={index === length - 1} customer={view.customer} act={act} />
        ))}
        <div ref={end} />
      </div>
      <form onSubmit={send}>
        <Group gap={6} mt={6} wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t("test.write")}
            placeholder={t("test.write")}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <ActionIcon type="submit" size={36} aria-label={t("test.send")}>
            <IconSend2 size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </form>
    </div>
  );
}

type EntryProps = {
  entry: ChatEntry;
  isLast: boolean;
  customer: TryOut["customer"];
  act: (action: TryOutAction) => void;
};

function Entry({ entry, isLast, customer, act }: EntryProps) {
  const { t } = useTranslation("builder");
  const { channel } = useScene().page;
  if (entry.from === "customer") return <p className="chat-bubble is-mine chat-text">{entry.text}</p>;
  if (entry.from === "team") return <p className="test-note">{t("test.notified", { text: entry.text })}</p>;
  const preview = previewOutgoing(entry.message, channel);
  const press = ({ kind, index }: PreviewButton) => {
    if (kind === "phone_number") act({ type: "say", text: customer.phone ?? "+84901234567" });
    else if (kind === "email") act({ type: "say", text: customer.email ?? "ann.lee@example.com" });
    else if (kind === "location") act({ type: "send", text: t("replies.location"), attachment: samplePlace });
    else if (kind === "open") act({ type: "send", text: t("test.filledIn"), attachment: sampleAnswer(entry.message) });
    else act({ type: "press", messageId: entry.messageId, index });
  };
  // Quick replies disappear with the answer; buttons stay.
  const shown = isLast ? preview : { ...preview, replies: [] };
  return <Bubbles preview={shown} channel={channel} draw={drawChips} onPress={press} />;
}

const samplePlace: Attachment = { type: "location", latitude: 21.0285, longitude: 105.8542, address: "Hà Nội" };

/** The answer of a test customer: a form without answers, or one of each product. */
function sampleAnswer(message: OutgoingMessage): Attachment {
  const action = message.type === "text" ? message.action : undefined;
  if (action?.type === "products") {
    const items = action.products.map((productId) => ({ productId, quantity: 1, price: 10, currency: "USD" }));
    return { type: "order", order: { items } };
  }
  if (action?.type === "invoice") return { type: "payment", payment: samplePayment(action) };
  return { type: "form", ...(action && { id: action.form_id }), form: { answers: {} } };
}

function samplePayment({ prices, currency, name }: InvoiceAction): Payment {
  const total = prices.reduce((sum, { amount }) => sum + amount, 0);
  return {
    amount: majorAmount(total, currency),
    currency,
    chargeId: "test",
    ...(name !== undefined && { invoice: name }),
  };
}
