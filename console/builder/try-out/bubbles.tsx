import { parseTemplate } from "@banter/core/flow/render/template.ts";
import { type MarkedPiece, piecesOf } from "@banter/core/model/content/text-marks.ts";
import { isMediaPath } from "@banter/core/model/media.ts";
import "./bubbles.css";
import {
  IconExternalLink,
  IconFile,
  IconMail,
  IconMapPin,
  IconMusic,
  IconPhone,
  IconPhoto,
  IconVideo,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Preview, PreviewButton, PreviewCard, PreviewMessage } from "./preview.ts";

type Press = (button: PreviewButton) => void;

/** Messages as bubbles. With `onPress` their buttons work. */
export function Bubbles({ preview: { messages, replies }, onPress }: { preview: Preview; onPress?: Press }) {
  return (
    <div className="bubbles">
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other name than their place
        <Bubble key={index} message={message} onPress={onPress} />
      ))}
      {replies.length > 0 && (
        <div className="bubble-replies">
          {replies.map((reply, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: replies have no other name than their place
            <PressButton key={index} button={reply} onPress={onPress} className="bubble-reply" />
          ))}
        </div>
      )}
    </div>
  );
}

type Pressed = { onPress: Press | undefined };

function Bubble({ message, onPress }: { message: PreviewMessage } & Pressed) {
  const { t } = useTranslation("builder");
  if (message.type === "cards") {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <section className="bubble-cards" tabIndex={0} aria-label={t("messages.cards")}>
        {message.cards.map((card, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name than their place
          <Card key={index} card={card} isSquare={message.isSquare} onPress={onPress} />
        ))}
      </section>
    );
  }
  if (message.type === "template") {
    return (
      <div className="bubble">
        <p className="bubble-text">{message.text || t("preview.template", { name: message.name || "…" })}</p>
      </div>
    );
  }
  return (
    <div className="bubble">
      {message.type === "text" ? (
        <p className="bubble-text">
          {piecesOf(message.text, message.marks).map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
            <Piece key={index} {...piece} />
          ))}
        </p>
      ) : (
        <Media message={message} />
      )}
      <Buttons buttons={message.buttons} onPress={onPress} />
    </div>
  );
}

const mediaIcons = { image: IconPhoto, video: IconVideo, audio: IconMusic, file: IconFile };

/** Media of other servers is not loaded in the builder: a placeholder shows its address. */
function Media({ message }: { message: Extract<PreviewMessage, { url: string }> }) {
  const { t } = useTranslation("builder");
  if (message.type === "image" && isMediaPath(message.url)) {
    return <img className="bubble-picture" src={message.url} alt={fileName(message.url)} />;
  }
  const Icon = mediaIcons[message.type];
  return (
    <div className={`bubble-media is-${message.type}`}>
      <Icon size={28} stroke={1.5} aria-hidden />
      <span>{fileName(message.url) || t(`messages.${message.type}`)}</span>
    </div>
  );
}

function Card({ card, isSquare, onPress }: { card: PreviewCard; isSquare: boolean } & Pressed) {
  const { t } = useTranslation("builder");
  return (
    <div className="bubble-card">
      {isMediaPath(card.imageUrl) && (
        <img className={isSquare ? "bubble-picture is-square" : "bubble-picture is-wide"} src={card.imageUrl} alt="" />
      )}
      {card.imageUrl && !isMediaPath(card.imageUrl) && (
        <div className={isSquare ? "bubble-media is-square" : "bubble-media is-wide"}>
          <IconPhoto size={28} stroke={1.5} aria-hidden />
          <span>{fileName(card.imageUrl)}</span>
        </div>
      )}
      <div className="bubble-card-words">
        <p className="bubble-card-title">{card.title ? <Filled text={card.title} /> : t("summary.noText")}</p>
        {card.subtitle && (
          <p className="bubble-card-subtitle">
            <Filled text={card.subtitle} />
          </p>
        )}
      </div>
      <Buttons buttons={card.buttons} onPress={onPress} />
    </div>
  );
}

function Buttons({ buttons, onPress }: { buttons: PreviewButton[] } & Pressed) {
  return buttons.map((button, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other name than their place
    <PressButton key={index} button={button} onPress={onPress} className="bubble-button" />
  ));
}

const kindIcons = {
  url: IconExternalLink,
  call: IconPhone,
  phone_number: IconPhone,
  email: IconMail,
  location: IconMapPin,
  open: undefined,
  press: undefined,
};

function PressButton({ button, onPress, className }: { button: PreviewButton; className: string } & Pressed) {
  const { t } = useTranslation("builder");
  const Icon = kindIcons[button.kind];
  const { kind } = button;
  const isAsking = kind === "phone_number" || kind === "email" || kind === "location";
  const words = isAsking ? t(`replies.${kind}`) : button.title;
  const content = (
    <>
      <Filled text={words || "…"} />
      {Icon && <Icon size={14} aria-hidden />}
    </>
  );
  // Links and calls leave the chat, so they do nothing here.
  if (!onPress || kind === "url" || kind === "call") return <span className={className}>{content}</span>;
  return (
    <button type="button" className={className} onClick={() => onPress(button)}>
      {content}
    </button>
  );
}

/** A link leaves the chat, so it does nothing here. */
function Piece({ text, isBold, isItalic, url }: MarkedPiece) {
  const words = <Filled text={text} />;
  const linked = url === undefined ? words : <u title={url}>{words}</u>;
  const slanted = isItalic ? <em>{linked}</em> : linked;
  return isBold ? <strong>{slanted}</strong> : slanted;
}

/** Variables are highlighted: they are filled in when the message is sent. */
function Filled({ text }: { text: string }) {
  return parseTemplate(text).map((part, index) => {
    if (part.type === "text") return part.source;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
      <span key={index} className="bubble-variable">
        {part.type === "variable" ? part.name : part.choices[0]}
      </span>
    );
  });
}

function fileName(url: string): string {
  return decodeSafely(url.split(/[?#]/)[0]?.split("/").at(-1) ?? "");
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
