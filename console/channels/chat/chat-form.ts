import type { ChatForm } from "@banter/core/channels/facts.ts";
import type { Preview, PreviewButton, PreviewCard, PreviewMessage } from "./preview-message.ts";

/** Brings messages and quick replies into the form in which a channel's chat shows them. */
export function inFormOf(form: ChatForm, { messages, replies }: Preview): Preview {
  const shown = messages.flatMap((message) => (message.type === "cards" ? cardsIn(form, message) : [message]));
  const isButton = ({ kind }: PreviewButton) => form.quickReplies !== "chips" && kind === "press";
  const sharing = form.quickReplies === "rows" ? { sharesRow: true as const } : {};
  const buttons = replies.filter(isButton).map((reply) => ({ ...reply, ...sharing }));
  return {
    messages: withReplies(shown, buttons).flatMap((message) => offersIn(form, message)),
    replies: replies.filter((reply) => !isButton(reply)),
  };
}

/** Messages that can have buttons. */
type Offering = Exclude<PreviewMessage, { type: "cards" | "template" }>;
type Cards = Extract<PreviewMessage, { type: "cards" }>;

const isOffering = (message: PreviewMessage | undefined): message is Offering =>
  message !== undefined && message.type !== "cards" && message.type !== "template";

/** Quick replies that are buttons belong to the last message. Below one that can have none, an emoji holds them. */
function withReplies(messages: PreviewMessage[], replies: PreviewButton[]): PreviewMessage[] {
  if (replies.length === 0) return messages;
  const last = messages.at(-1);
  return isOffering(last)
    ? [...messages.slice(0, -1), { ...last, buttons: [...last.buttons, ...replies] }]
    : [...messages, { ...aText("👇"), buttons: replies }];
}

const aText = (text: string) => ({ type: "text" as const, text, marks: [], buttons: [] });

function cardsIn({ cards: form }: ChatForm, message: Cards): PreviewMessage[] {
  if (form === "side_by_side" || (form === "side_by_side_if_alike" && areAlike(message.cards))) return [message];
  return message.cards.map(({ title, subtitle, imageUrl, buttons }) => {
    const text = [title, subtitle].filter(Boolean).join("\n");
    return imageUrl === "" ? { ...aText(text), buttons } : { type: "image", url: imageUrl, text, buttons };
  });
}

/** Side by side, each needs a picture and the same buttons as the others: one link, or up to two presses. */
function areAlike(cards: PreviewCard[]): boolean {
  const kinds = new Set(cards.map(({ buttons }) => buttons.map(({ kind }) => kind).join()));
  return (
    cards.length > 1 &&
    cards.every(({ imageUrl }) => imageUrl !== "") &&
    kinds.size === 1 &&
    ["url", "press", "press,press"].includes([...kinds].join())
  );
}

/** A message with as many buttons as the form allows, and further ones with those that are left. */
function offersIn(form: ChatForm, message: PreviewMessage): PreviewMessage[] {
  if (!isOffering(message)) return [message];
  const asLine = ({ kind }: PreviewButton) =>
    (kind === "call" && form.asText?.includes(kind)) ||
    (kind === "url" && form.asText?.includes(kind) && message.buttons.length > 1);
  const lines = message.buttons.filter(asLine).map(({ title, to }) => `${title}: ${to ?? ""}`);
  const buttons = message.buttons.filter((button) => !asLine(button));
  const [first = [], ...others] = groupsOf(buttons, form.maxInList ?? form.maxButtons);
  const listed = (group: PreviewButton[]) =>
    group.length > (form.maxButtons ?? Number.POSITIVE_INFINITY) ? { isList: true as const } : {};
  return [
    { ...withLines(message, lines), buttons: first, ...listed(first) },
    ...others.map((group) => ({ ...aText("…"), buttons: group, ...listed(group) })),
  ];
}

function withLines(message: Offering, lines: string[]): Offering {
  if (lines.length === 0) return message;
  if (message.type === "text" || message.type === "image")
    return { ...message, text: [message.text ?? "", ...lines].filter(Boolean).join("\n") };
  return message;
}

function groupsOf<T>(items: T[], size = items.length): T[][] {
  if (items.length <= size) return [items];
  return [items.slice(0, size), ...groupsOf(items.slice(size), size)];
}
