import { explainNotes } from "@banter/core/flow/explain/explain-notes.ts";
import { english } from "@banter/core/flow/explain/render-note-words.ts";
import { vietnamese } from "@banter/core/flow/explain/render-note-words.vi.ts";
import { isMessage, type OutgoingContent } from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import { Button } from "@mantine/core";
import { IconInbox, IconInfoCircle, IconRobot, IconUser } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { useMay, usePage } from "../../frame/use-page.ts";
import type { Message } from "../queries.ts";
import { CommentActionView } from "./comment-action.tsx";
import { CustomerInput } from "./customer-input.tsx";
import { failureText } from "./failure-reason.ts";
import { LinkedText } from "./linked-text.tsx";
import { MessageActions, type Possible } from "./message-actions.tsx";
import { OutgoingContent as OutgoingContentView, QuickReplies } from "./outgoing-content.tsx";
import { Quoted } from "./quoted.tsx";
import { FailedReaction, ReactionChip } from "./reaction-view.tsx";
import { StateLine } from "./state-line.tsx";
import { useMessageActions } from "./use-message-actions.ts";

const Refusal = lazyPart(async () => (await import("./refusal.tsx")).Refusal, { height: 16 });

type Props = {
  psid: string;
  message: Message;
  /** The page's reaction to it. */
  reaction: Message | undefined;
  possible: Possible;
  onQuoted: (id: number) => void;
  onWhy: (id: number) => void;
};

/** One message: its content, its author, how far it came and, for the bot's, why it was sent. */
export const Bubble = memo(function Bubble({ psid, message, reaction, possible, onQuoted, onWhy }: Props) {
  const { t } = useTranslation("conversations");
  const { id, from, author, input, echo, state, clicked, flow } = message;
  const stored = message.content as OutgoingContent | null;
  const content = stored && isMessage(stored) ? stored : null;
  const isOurs = from !== "customer";
  return (
    <article className="message" data-from={from} data-id={id} aria-label={t(`bubble.by.${from}`)}>
      <div className="bubble" data-from={from} data-state={state} data-kind={stored?.type}>
        {input && <CustomerInput input={input} onQuoted={onQuoted} />}
        {stored?.type === "comment_action" && <CommentActionView action={stored} />}
        {stored?.type === "reaction" && <FailedReaction emoji={stored.emoji} />}
        {message.quoted && <Quoted quoted={message.quoted} onQuoted={onQuoted} />}
        {stored?.type === "control_pass" && (
          <p className="bubble-text bubble-act">
            <IconInbox size={16} aria-hidden /> <span>{t("bubble.passed")}</span>
          </p>
        )}
        {content?.commentId !== undefined && <p className="bubble-origin">{t("bubble.privateReply")}</p>}
        {content && <OutgoingContentView content={content} clicked={clicked} />}
        {!stored && echo !== null && <Echo echo={echo} change={message.echo_change} />}
      </div>
      {reaction && <ReactionChip psid={psid} reaction={reaction} />}
      {content && <QuickReplies content={content} clicked={clicked} />}
      <ChannelNotes notes={message.notes} />
      {state === "failed" && <Failed psid={psid} message={message} onWhy={onWhy} />}
      <footer className="message-foot">
        {from === "bot" && <IconRobot size={14} role="img" aria-label={t("bubble.by.bot")} />}
        {from === "person" && (
          <span className="state">
            <IconUser size={14} aria-hidden /> {author?.name ?? t("bubble.platformInbox")}
          </span>
        )}
        {isOurs && flow?.name && <span className="flow-name">{flow.name}</span>}
        <StateLine message={message} />
        {from === "customer" && <MessageActions psid={psid} message={message} possible={possible} />}
        {from === "bot" && (
          <button type="button" className="why" onClick={() => onWhy(id)}>
            {t("why.open")}
          </button>
        )}
      </footer>
    </article>
  );
});

/** Words of a person in the platform's own inbox. */
function Echo({ echo, change }: { echo: string; change: Message["echo_change"] }) {
  const { t } = useTranslation("conversations");
  if (change === "deleted") return <p className="bubble-text is-quiet">{t("bubble.echoDeleted")}</p>;
  return (
    <>
      <LinkedText text={echo || t("kinds.other")} />
      {change === "edited" && <p className="bubble-origin">{t("bubble.edited")}</p>}
    </>
  );
}

/** Parts that the channel could not show as they were made. */
function ChannelNotes({ notes }: { notes: Message["notes"] }) {
  const { t, i18n } = useTranslation("conversations");
  const { channel } = usePage();
  if (!Array.isArray(notes) || notes.length === 0) return null;
  const words = i18n.language === "vi" ? vietnamese : english;
  const sentences = explainNotes(notes as RenderNote[], t(`channels:${channel}.name`), words);
  return (
    <ul className="channel-notes">
      {sentences.map((sentence) => (
        <li key={sentence}>
          <IconInfoCircle size={14} aria-hidden /> {sentence}
        </li>
      ))}
    </ul>
  );
}

function Failed({ psid, message, onWhy }: Pick<Props, "psid" | "message" | "onWhy">) {
  const { t } = useTranslation("conversations");
  const mayConverse = useMay("converse");
  const { retry, drop } = useMessageActions(psid, message.id);
  return (
    <div className="message-failed">
      <span>{failureText(message.reason, t)}</span>
      {message.error_code !== null && <Refusal code={message.error_code} />}
      {mayConverse && (
        <span className="failed-actions">
          {message.from === "person" && (
            <Button size="compact-xs" variant="subtle" onClick={() => onWhy(message.id)}>
              {t("failed.details")}
            </Button>
          )}
          {message.can_retry && (
            <Button size="compact-xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
              {t("failed.retry")}
            </Button>
          )}
          {message.reason !== "dropped" && (
            <Button size="compact-xs" variant="subtle" loading={drop.isPending} onClick={() => drop.mutate()}>
              {t("failed.drop")}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}
