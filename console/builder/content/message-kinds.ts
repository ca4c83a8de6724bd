import type { ChannelFacts } from "@banter/core/channels/facts.ts";
import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import {
  type Icon,
  IconBrandWhatsapp,
  IconFile,
  IconForms,
  IconLayoutCards,
  IconMessage2,
  IconMusic,
  IconPhoto,
  IconReceipt,
  IconShoppingBag,
  IconVideo,
} from "@tabler/icons-react";

/** The kinds of message, most used first. */
export const messageIcons = {
  text: IconMessage2,
  image: IconPhoto,
  cards: IconLayoutCards,
  video: IconVideo,
  audio: IconMusic,
  file: IconFile,
  form: IconForms,
  products: IconShoppingBag,
  invoice: IconReceipt,
  whatsapp_message_template: IconBrandWhatsapp,
} satisfies Record<string, Icon>;

/** Kinds that a channel must have. */
const needsAction = ["form", "products", "invoice"] as const;

/** The kinds that can be added on a channel. */
export function kindsOn(channel: ChannelType): (keyof typeof messageIcons)[] {
  const { actions = [] }: ChannelFacts = channelFacts[channel];
  const missing: readonly string[] = needsAction.filter((kind) => !actions.includes(kind));
  return (Object.keys(messageIcons) as (keyof typeof messageIcons)[]).filter((kind) => !missing.includes(kind));
}

export function newMessage(type: string): JsonObject {
  if (type === "text") return { type, text: "" };
  if (type === "cards") return { type, elements: [newCard()] };
  if (type === "form") return { type, text: "", form_id: "", button: "" };
  if (type === "products") return { type, text: "", products: [] };
  if (type === "invoice")
    return { type, title: "", description: "", currency: "USD", prices: [{ label: "", amount: "" }] };
  if (type === "whatsapp_message_template") return { type, template_id: "", language: "en_US", components: [] };
  return { type, url: "" };
}

export const newCard = (): JsonObject => ({ title: "" });
