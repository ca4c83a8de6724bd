import {
  type ChatAction,
  listPressables,
  type OutgoingAlbum,
  type OutgoingCard,
  type OutgoingMessage,
  type Pressable,
} from "@banter/core/flow/outgoing.ts";
import { templateWords } from "@banter/core/flow/render/template-words.ts";
import { isObject } from "@banter/core/model/json.ts";
import { IconCheck, IconExternalLink, IconPhone, IconTemplate } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { LinkedText } from "./linked-text.tsx";
import { Media } from "./media.tsx";

type Content = OutgoingMessage | OutgoingAlbum;
type Props = { content: Content; clicked: readonly number[] };

/** A message as the customer sees it. What they pressed is marked. */
export function OutgoingContent({ content, clicked }: Props) {
  const pressables = listPressables(content);
  const isPressed = (pressable: Pressable) => clicked.includes(pressables.indexOf(pressable));
  return (
    <>
      <Body content={content} isPressed={isPressed} />
      <Buttons buttons={"buttons" in content ? content.buttons : undefined} isPressed={isPressed} />
    </>
  );
}

/** Quick replies stand below the bubble. */
export function QuickReplies({ content, clicked }: Props) {
  const { t } = useTranslation("conversations");
  const replies = content.quick_replies ?? [];
  if (replies.length === 0) return null;
  const pressables = listPressables(content);
  return (
    <ul className="bubble-replies" aria-label={t("bubble.replies")}>
      {replies.map((reply, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: replies have no other name than their place
        <li key={index} data-pressed={clicked.includes(pressables.indexOf(reply)) || undefined}>
          {clicked.includes(pressables.indexOf(reply)) && <Pressed />}
          {reply.type === "press" ? reply.title : t(`bubble.${reply.type}`)}
        </li>
      ))}
    </ul>
  );
}

type IsPressed = (pressable: Pressable) => boolean;

function Body({ content, isPressed }: { content: Content; isPressed: IsPressed }) {
  const { t } = useTranslation("conversations");
  switch (content.type) {
    case "text":
      return (
        <>
          <LinkedText text={content.text} marks={content.marks} />
          {content.action && <Action action={content.action} />}
        </>
      );
    case "cards":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="bubble-cards" tabIndex={0} aria-label={t("kinds.cards")}>
          {content.elements.map((card, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name than their place
            <Card key={index} card={card} isSquare={content.image_aspect_ratio === "square"} isPressed={isPressed} />
          ))}
        </section>
      );
    case "album":
      return content.items.map(({ type, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be there twice
        <Media key={index} kind={type} url={url} />
      ));
    case "whatsapp_message_template":
      return <Template template={content.template} />;
    default:
      return <Media kind={content.type} url={content.url} name={content.alt} />;
  }
}

/** The form or the products that the text opens inside of the customer's chat. */
function Action({ action }: { action: ChatAction }) {
  const { t } = useTranslation("conversations");
  const words =
    action.type === "invoice"
      ? t("bubble.asksToPay")
      : action.type === "form"
        ? t("bubble.opensForm", { title: action.button })
        : action.products.length === 0
          ? t("bubble.opensCatalog")
          : t("bubble.opensProducts", { title: action.title ?? action.products.join(", ") });
  return <span className="bubble-button">{words}</span>;
}

function Card({ card, isSquare, isPressed }: { card: OutgoingCard; isSquare: boolean; isPressed: IsPressed }) {
  return (
    <div className="bubble-card">
      {card.image_url && (
        <div className={isSquare ? "card-picture is-square" : "card-picture"}>
          <img src={card.image_url} alt="" referrerPolicy="no-referrer" loading="lazy" />
        </div>
      )}
      <p className="card-title">{card.title}</p>
      {card.subtitle && <p className="card-subtitle">{card.subtitle}</p>}
      <Buttons buttons={card.buttons} isPressed={isPressed} />
    </div>
  );
}

function Buttons({ buttons = [], isPressed }: { buttons: OutgoingCard["buttons"]; isPressed: IsPressed }) {
  return buttons.map((button, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other name than their place
    <span key={index} className="bubble-button" data-pressed={isPressed(button) || undefined}>
      {isPressed(button) && <Pressed />}
      {button.title}
      {button.type === "url" && <IconExternalLink size={14} aria-hidden />}
      {button.type === "call" && <IconPhone size={14} aria-hidden />}
    </span>
  ));
}

function Pressed() {
  const { t } = useTranslation("conversations");
  return <IconCheck size={14} role="img" aria-label={t("bubble.pressed")} />;
}

/** The approved words are known only if the flow has them; else the name and the values tell what was sent. */
function Template({ template }: { template: unknown }) {
  const { t } = useTranslation("conversations");
  const given = isObject(template) ? template : {};
  const parts = (Array.isArray(given.components) ? given.components : []).filter(isObject);
  const words = templateWords(given as Parameters<typeof templateWords>[0]);
  const values = parts.flatMap(({ params }) =>
    (Array.isArray(params) ? params : []).filter(isObject).map(({ value }) => String(value ?? "")),
  );
  return (
    <div className="bubble-text">
      <span className="bubble-act">
        <IconTemplate size={16} aria-hidden /> {t("bubble.template", { name: String(given.template_id ?? "") })}
      </span>
      {(words === "" ? values : words.split("\n\n")).map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
        <p key={index}>{text}</p>
      ))}
    </div>
  );
}
