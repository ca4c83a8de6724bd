import type { JsonObject } from "@banter/core/model/json.ts";
import {
  type Icon,
  IconBrandWhatsapp,
  IconFile,
  IconLayoutCards,
  IconMessage2,
  IconMusic,
  IconPhoto,
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
  whatsapp_message_template: IconBrandWhatsapp,
} satisfies Record<string, Icon>;

export function newMessage(type: string): JsonObject {
  if (type === "text") return { type, text: "" };
  if (type === "cards") return { type, elements: [newCard()] };
  if (type === "whatsapp_message_template") return { type, template_id: "", language: "en_US", components: [] };
  return { type, url: "" };
}

export const newCard = (): JsonObject => ({ title: "" });
