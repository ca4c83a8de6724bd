import type { StepButton, StepQuickReply } from "../../model/content/button.ts";
import type { StepContent } from "../../model/content/content.ts";
import type { WhatsappTemplate } from "../../model/content/whatsapp-template.ts";
import type { Payload } from "../../model/payload.ts";
import { isBlank } from "../../model/text.ts";
import { limits } from "../limits.ts";
import {
  type ChatAction,
  listPressables,
  type OutgoingButton,
  type OutgoingCard,
  type OutgoingMessage,
  type OutgoingReply,
  type PressTarget,
  type UnsendableReason,
} from "../outgoing.ts";
import { type Filler, type FillScope, fillerFor } from "./fill.ts";
import { renderInvoice } from "./invoice.ts";
import { mayHaveMarkup, parseMarkup } from "./markup.ts";

/** Content filled in for a customer: the messages to send, in order, and those that cannot be sent. */
export type RenderedContent = {
  messages: { message: OutgoingMessage; warnings: string[] }[];
  /** `index` is the position in the content's messages. */
  unsendable: { index: number; reason: UnsendableReason }[];
};

/** Renders content as `send_content` does: for dry runs, and to refuse unsendable content before accepting it. */
export function renderContent(
  content: StepContent,
  { payload, ...scope }: Omit<FillScope, "trace" | "work"> & { payload: Payload },
): RenderedContent {
  const filler = fillerFor({ ...scope, trace: { outcome: "nothing" }, work: 0 }, () => payload);
  return render(content, { filler, place: null, payload, choices: [] });
}

export type RenderSurroundings = {
  filler: Filler;
  /** The flow that contains the steps of the buttons. */
  place: { flowId: number; version: number } | null;
  payload: Payload;
  /** The choices of a question, filled in. They become quick replies before those of the content. */
  choices: readonly string[];
};

export function render(content: StepContent, context: RenderSurroundings): RenderedContent {
  const rendered: RenderedContent = { messages: [], unsendable: [] };
  for (const [index, each] of content.messages.entries()) {
    const warnings: string[] = [];
    const message = renderMessage(each, context, warnings);
    warnings.push(...context.filler.takeUnknown().map((name) => `The variable ${name} is not known.`));
    if (context.filler.failure())
      return { ...rendered, unsendable: [...rendered.unsendable, { index, reason: "text_too_long" }] };
    if (typeof message === "string") rendered.unsendable.push({ index, reason: message });
    else rendered.messages.push({ message, warnings });
  }

  const last = rendered.messages.at(-1);
  const replies = last ? renderReplies(content.quick_replies ?? [], context, last.warnings) : [];
  if (last && replies.length > 0) last.message.quick_replies = replies;
  if (hasValues(context.payload)) for (const { message } of rendered.messages) keepVariables(message, context.payload);
  return rendered;
}

type Message = StepContent["messages"][number];

function renderMessage(
  message: Message,
  context: RenderSurroundings,
  warnings: string[],
): OutgoingMessage | "empty_text" | "empty_cards" | "wrong_price" {
  const { fill } = context.filler;
  switch (message.type) {
    case "text": {
      const text = fillText(message, context);
      return isBlank(text.text) ? "empty_text" : { type: "text", ...text, ...buttonsOf(message, context, warnings) };
    }
    case "cards": {
      const elements = message.elements.flatMap((card) => renderCard(card, context, warnings));
      if (elements.length === 0) return "empty_cards";
      const { image_aspect_ratio } = message;
      return { type: "cards", elements, ...(image_aspect_ratio && { image_aspect_ratio }) };
    }
    case "form":
    case "products": {
      const text = fill(message.text);
      return isBlank(text) ? "empty_text" : { type: "text", text, action: actionOf(message, fill) };
    }
    case "invoice":
      return renderInvoice(message, fill);
    case "whatsapp_message_template":
      return { type: "whatsapp_message_template", template: renderTemplate(message, context.filler) };
    default: {
      const round = message.type === "video" && message.round && ({ round: true } as const);
      const alt = message.type === "image" ? fill(message.alt ?? "") : "";
      return {
        ...{ type: message.type, url: fill(message.url, "url") },
        ...round,
        ...(!isBlank(alt) && { alt }),
        ...buttonsOf(message, context, warnings),
      };
    }
  }
}

function actionOf(message: Extract<Message, { type: "form" | "products" }>, fill: Filler["fill"]): ChatAction {
  if (message.type === "form") {
    const { form_id, button, screen } = message;
    return { type: "form", form_id, button: fill(button), ...(screen !== undefined && { screen }) };
  }
  const { catalog_id, title, products } = message;
  return {
    type: "products",
    products: products.map((product) => fill(product)).filter((product) => !isBlank(product)),
    ...(catalog_id !== undefined && { catalog_id }),
    ...(title !== undefined && { title: fill(title) }),
  };
}

/**
 * The text filled in, with its bold and italic words and links. Texts of programs and members have markup only if they
 * say so: they were shown as they are before there was any.
 */
function fillText(message: Extract<Message, { type: "text" }>, { filler: { fill }, place }: RenderSurroundings) {
  const { text: template, markup = place !== null } = message;
  if (!markup || !mayHaveMarkup(template)) return { text: fill(template) };
  const { text, marks } = parseMarkup(fill(template, "marked"));
  return { text, ...(marks.length > 0 && { marks }) };
}

type Card = Extract<Message, { type: "cards" }>["elements"][number];

function renderCard(card: Card, context: RenderSurroundings, warnings: string[]): OutgoingCard[] {
  const { fill } = context.filler;
  const title = fill(card.title);
  if (isBlank(title)) {
    warnings.push("A card without a title was left out.");
    return [];
  }
  const subtitle = fill(card.subtitle ?? "");
  const element: OutgoingCard = { title };
  if (!isBlank(subtitle)) element.subtitle = subtitle;
  if (card.image_url !== undefined) element.image_url = fill(card.image_url, "url");
  const alt = card.image_url === undefined ? "" : fill(card.image_alt ?? "");
  if (!isBlank(alt)) element.image_alt = alt;
  if (card.action_url !== undefined) element.action_url = fill(card.action_url, "url");
  return [{ ...element, ...buttonsOf(card, context, warnings) }];
}

/** Fills the parameters only: the words are approved by the platform. */
function renderTemplate({ type: _, ...template }: WhatsappTemplate, { fill }: Filler): unknown {
  return { ...template, components: template.components.map((component) => renderComponent(component, fill)) };
}

type TemplateComponent = WhatsappTemplate["components"][number];

function renderComponent(component: TemplateComponent, fill: Filler["fill"]): unknown {
  if (component.type === "CAROUSEL") {
    const cards = component.cards.map((card) => ({
      components: card.components.map((each) => renderComponent(each, fill)),
    }));
    return { ...component, cards };
  }
  if (component.type === "LIMITED_TIME_OFFER")
    return { ...component, ...(component.ends_at !== undefined && { ends_at: fill(component.ends_at) }) };
  return {
    ...component,
    ...("url" in component && component.url !== undefined && { url: fill(component.url, "url") }),
    ...(component.params && { params: component.params.map((each) => ({ ...each, value: fill(each.value) })) }),
  };
}

function buttonsOf(
  { buttons = [] }: { buttons?: StepButton[] | undefined },
  context: RenderSurroundings,
  warnings: string[],
): { buttons?: OutgoingButton[] } {
  const rendered = buttons.flatMap((button) => titled(renderButton(button, context), warnings));
  return rendered.length > 0 ? { buttons: rendered } : {};
}

function renderButton(button: StepButton, { filler: { fill }, place }: RenderSurroundings): OutgoingButton {
  const title = fill(button.title);
  if (button.type === "url")
    return { type: "url", title, url: fill(button.url, "url"), ...(button.opens_app && { opens_app: true }) };
  if (button.type === "call") return { type: "call", title, phone: button.phone };
  return { type: "press", title, target: targetOf(button, place) };
}

function renderReplies(replies: StepQuickReply[], context: RenderSurroundings, warnings: string[]): OutgoingReply[] {
  const chosen = context.choices.map((title): OutgoingReply => {
    return { type: "press", title, target: { type: "text", text: title } };
  });
  const others = replies.map((reply): OutgoingReply => {
    if (!("caption" in reply)) return { type: reply.type };
    const title = context.filler.fill(reply.caption);
    const target = reply.type === "text" ? ({ type: "text", text: title } as const) : targetOf(reply, context.place);
    return { type: "press", title, target };
  });
  return [...chosen, ...others].flatMap((reply) => titled(reply, warnings));
}

/** Null for a flow that is not chosen yet: such a button can be sent. */
function targetOf(
  button: { type: "flow"; flow_id: number | null } | { type: "step"; step: string },
  place: RenderSurroundings["place"],
): PressTarget | null {
  if (button.type === "flow") return button.flow_id === null ? null : { type: "flow", flow_id: button.flow_id };
  return place && { type: "step", flow_id: place.flowId, version: place.version, step: button.step };
}

/** Leaves out buttons with an empty title, which no channel shows. */
function titled<Item extends OutgoingButton | OutgoingReply>(item: Item, warnings: string[]): Item[] {
  if (!("title" in item) || !isBlank(item.title)) return [item];
  warnings.push("A button without a title was left out.");
  return [];
}

function hasValues(payload: Payload): boolean {
  for (const _ in payload) return true;
  return false;
}

/** Stores the variables with the message for the flow its buttons lead to, unless they are too long. */
function keepVariables(message: OutgoingMessage, payload: Payload): void {
  const leadsOn = listPressables(message).some(
    (item) => item.type === "press" && item.target !== null && item.target.type !== "text",
  );
  if (!leadsOn) return;
  const size = Object.entries(payload).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size <= limits.keptVariables) message.variables = payload;
}
