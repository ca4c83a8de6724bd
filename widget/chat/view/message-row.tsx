import type { Receipt } from "../conversation.ts";
import type { Message, QuotedMessage } from "../message.ts";
import { Avatar } from "./avatar.tsx";
import { Buttons } from "./buttons.tsx";
import { Cards } from "./cards.tsx";
import { Media } from "./media.tsx";
import { OutgoingMedia } from "./outgoing-media.tsx";
import type { Row } from "./rows.ts";
import { useScreen } from "./screen.ts";
import { Sending } from "./sending.tsx";
import { Text } from "./text.tsx";

type Props = {
  row: Extract<Row, { kind: "message" }>;
  /** Only of the visitor's newest message. */
  receipt: Receipt | undefined;
};

export function MessageRow({ row, receipt }: Props) {
  const { words, clock, pageName } = useScreen();
  const { message, outgoing, reaction, isFirst, isLast } = row;
  const { from, at, type } = message;
  const place = `${isFirst ? "first" : ""} ${isLast ? "last" : ""}`;
  return (
    // Focusable, so that touching a message shows its time.
    <article class={`message ${from} is-${type} ${place}`} data-id={message.id || undefined} tabIndex={-1}>
      {from === "page" && <span class="side">{isLast && <Avatar />}</span>}
      <div class="body">
        <span class="unseen">{from === "page" ? pageName : words.you}: </span>
        {message.quoted && <Quote quoted={message.quoted} />}
        {outgoing?.file ? <OutgoingMedia file={outgoing.file} /> : <Content message={message} />}
        {reaction && <Reaction emoji={reaction} />}
        {outgoing && <Sending outgoing={outgoing} />}
        {receipt && (
          // Screen readers announce messages, not each step of their way.
          <p class="receipt" aria-live="off">
            {receipt.isSeen ? words.seen : words.sent}
          </p>
        )}
      </div>
      <time class="time" dateTime={at}>
        {clock.time(at)}
      </time>
    </article>
  );
}

/** The visitor's words that the page answers. */
function Quote({ quoted: { text } }: { quoted: QuotedMessage }) {
  const { words } = useScreen();
  return (
    <p class="quote">
      <span class="unseen">{words.answerTo}: </span>
      {text || words.file}
    </p>
  );
}

function Reaction({ emoji }: { emoji: string }) {
  const { words, pageName } = useScreen();
  return (
    <span class="reaction" role="img" aria-label={words.reacted(pageName, emoji)}>
      {emoji}
    </span>
  );
}

function Content({ message }: { message: Message }) {
  const buttons = <Buttons buttons={message.buttons} />;
  if (message.type === "unknown" || message.type === "reaction") return null;
  if (message.type === "cards") return <Cards cards={message.cards} isSquare={message.isSquare} />;
  return (
    <div class={`bubble ${message.buttons.length > 0 ? "with-buttons" : ""}`}>
      {message.type === "text" ? (
        <Text text={message.text} marks={message.marks} />
      ) : (
        <Media type={message.type} url={message.url} alt={message.alt} />
      )}
      {buttons}
    </div>
  );
}
