import "./bubbles.css";
import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import { type MarkedPiece, piecesOf } from "@banter/core/model/content/text-marks.ts";
import { isMediaPath } from "@banter/core/model/media.ts";
import {
  IconExternalLink,
  IconFile,
  IconList,
  IconMail,
  IconMapPin,
  IconMusic,
  IconPhone,
  IconPhoto,
  IconVideo,
} from "@tabler/icons-react";
import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { addWords } from "../../words.ts";
import { fileName } from "./file-name.ts";
import type { Preview, PreviewButton, PreviewCard, PreviewMessage } from "./preview-message.ts";
import * as words from "./words.ts";

addWords("chat", words);

type Press = (button: PreviewButton) => void;
type Props = {
  preview: Preview;
  channel: ChannelType;
  /** The language of the platform's own words; that of the console unless it is given. */
  language?: string;
  /** Draws a text of the author, whose variables may be chips. */
  draw?: (text: string) => ReactNode;
  /** With it, buttons work. */
  onPress?: Press;
};

const plainly = (text: string): ReactNode => text;
const Drawing = createContext(plainly);

/** Messages as bubbles, in the form and the colour of the channel. */
export function Bubbles({ preview: { messages, replies }, channel, language, draw = plainly, onPress }: Props) {
  return (
    <Drawing value={draw}>
      <div className="chat-bubbles" data-buttons={channelFacts[channel].chat.buttons}>
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other name than their place
          <Bubble key={index} message={message} language={language} onPress={onPress} />
        ))}
        {replies.length > 0 && (
          <div className="chat-replies">
            {replies.map((reply, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: replies have no other name than their place
              <PressButton key={index} button={reply} onPress={onPress} className="chat-reply" />
            ))}
          </div>
        )}
      </div>
    </Drawing>
  );
}

type Pressed = { onPress: Press | undefined };

function Bubble({ message, language, onPress }: { message: PreviewMessage; language: string | undefined } & Pressed) {
  const { t } = useTranslation("chat");
  if (message.type === "cards") {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <section className="chat-cards" tabIndex={0} aria-label={t("cards")}>
        {message.cards.map((card, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name than their place
          <Card key={index} card={card} isSquare={message.isSquare} onPress={onPress} />
        ))}
      </section>
    );
  }
  if (message.type === "template") {
    return (
      <div className="chat-bubble">
        <p className="chat-text">{message.text || t("template", { name: message.name || "…" })}</p>
      </div>
    );
  }
  const text = "text" in message ? message.text : "";
  const marks = "marks" in message ? message.marks : [];
  return (
    <div className="chat-message">
      <div className="chat-bubble">
        {message.type !== "text" && <Media message={message} />}
        {(message.type === "text" || text) && (
          <p className="chat-text">
            {piecesOf(text ?? "", marks).map((piece, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
              <Piece key={index} {...piece} />
            ))}
          </p>
        )}
      </div>
      {message.buttons.length > 0 && (
        <div className="chat-buttons" data-list={message.isList}>
          {message.isList && (
            <span className="chat-button is-opener">
              <IconList size={14} aria-hidden />
              {language ? t("list", { lng: language }) : t("list")}
            </span>
          )}
          <Buttons buttons={message.buttons} onPress={onPress} />
        </div>
      )}
    </div>
  );
}

const mediaIcons = { image: IconPhoto, video: IconVideo, audio: IconMusic, file: IconFile };

/** Media of other servers is not loaded in the console: a placeholder shows its address. */
function Media({ message }: { message: Extract<PreviewMessage, { url: string }> }) {
  const { t } = useTranslation("chat");
  if (message.type === "image" && isMediaPath(message.url)) {
    return <img className="chat-picture" src={message.url} alt={message.alt || fileName(message.url)} />;
  }
  const Icon = mediaIcons[message.type];
  return (
    <div className={`chat-media is-${message.type}`}>
      <Icon size={28} stroke={1.5} aria-hidden />
      <span>{fileName(message.url) || t(message.type)}</span>
    </div>
  );
}

function Card({ card, isSquare, onPress }: { card: PreviewCard; isSquare: boolean } & Pressed) {
  const { t } = useTranslation("chat");
  const draw = useContext(Drawing);
  return (
    <div className="chat-card">
      {isMediaPath(card.imageUrl) && (
        <img
          className={isSquare ? "chat-picture is-square" : "chat-picture is-wide"}
          src={card.imageUrl}
          alt={card.imageAlt ?? ""}
        />
      )}
      {card.imageUrl && !isMediaPath(card.imageUrl) && (
        <div className={isSquare ? "chat-media is-square" : "chat-media is-wide"}>
          <IconPhoto size={28} stroke={1.5} aria-hidden />
          <span>{fileName(card.imageUrl)}</span>
        </div>
      )}
      <div className="chat-card-words">
        <p className="chat-card-title">{card.title ? draw(card.title) : t("noText")}</p>
        {card.subtitle && <p className="chat-card-subtitle">{draw(card.subtitle)}</p>}
      </div>
      <Buttons buttons={card.buttons} onPress={onPress} />
    </div>
  );
}

function Buttons({ buttons, onPress }: { buttons: PreviewButton[] } & Pressed) {
  return buttons.map((button, index) => (
    <PressButton
      // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other name than their place
      key={index}
      button={button}
      onPress={onPress}
      className={button.sharesRow ? "chat-button shares-row" : "chat-button"}
    />
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
  const { t } = useTranslation("chat");
  const draw = useContext(Drawing);
  const Icon = kindIcons[button.kind];
  const { kind } = button;
  const isAsking = kind === "phone_number" || kind === "email" || kind === "location";
  const content = (
    <>
      {draw((isAsking ? t(kind) : button.title) || "…")}
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
  const words = useContext(Drawing)(text);
  const linked = url === undefined ? words : <u title={url}>{words}</u>;
  const slanted = isItalic ? <em>{linked}</em> : linked;
  return isBold ? <strong>{slanted}</strong> : slanted;
}
