import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Pending } from "../composer/outbox.ts";
import { sendErrorText } from "../composer/send-error-text.ts";
import { useOutbox } from "../composer/use-outbox.ts";
import { OutgoingContent } from "./outgoing-content.tsx";
import { Quoted } from "./quoted.tsx";
import { SendingLine } from "./state-line.tsx";

type Props = { psid: string; pending: Pending; onQuoted: (id: number) => void };

/** A message on its way to the server, or one that did not get there. */
export function PendingBubble({ psid, pending, onQuoted }: Props) {
  const { t } = useTranslation("conversations");
  const { again, forget } = useOutbox(psid);
  const hasFailed = pending.error !== undefined;
  return (
    <article className="message" data-from="person" aria-label={t("bubble.by.person")}>
      {pending.content.messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other name than their place
        <div key={index} className="bubble" data-from="person" data-state={hasFailed ? "failed" : "pending"}>
          {index === 0 && pending.answered && <Quoted quoted={pending.answered} onQuoted={onQuoted} />}
          <OutgoingContent content={asOutgoing(message)} clicked={[]} />
        </div>
      ))}
      {hasFailed ? (
        <div className="message-failed" role="alert">
          <span>{sendErrorText(pending)}</span>
          <span className="failed-actions">
            <Button size="compact-xs" variant="default" onClick={() => again(pending)}>
              {t("failed.retry")}
            </Button>
            <Button size="compact-xs" variant="subtle" onClick={() => forget(pending)}>
              {t("failed.forget")}
            </Button>
          </span>
        </div>
      ) : (
        <footer className="message-foot">
          <SendingLine at={pending.at} />
        </footer>
      )}
    </article>
  );
}

/** As the server will fill it in, except for variables. */
function asOutgoing(message: Pending["content"]["messages"][number]): OutgoingMessage {
  if (message.type === "whatsapp_message_template") return { type: message.type, template: message };
  return message as OutgoingMessage;
}
