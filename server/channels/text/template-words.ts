import { templateWords } from "@banter/core/flow/render/template-words.ts";
import { WhatsappTemplate } from "@banter/core/model/content/whatsapp-template.ts";
import { SendError } from "../../outbound/send-error.ts";
import type { RenderContext } from "../outbound.ts";

type Component = WhatsappTemplate["components"][number];

/** Reads a message template as it was stored with the message. */
export function readTemplate(stored: unknown): WhatsappTemplate {
  const { success, data } = WhatsappTemplate.safeParse({ ...(stored as object), type: "whatsapp_message_template" });
  if (!success) throw new SendError("rejected", "The message template is malformed.");
  return data;
}

/** The text of a template, for channels without templates. */
export function showWords(stored: unknown, note: RenderContext["note"]): string {
  const template = readTemplate(stored);
  const { template_id: title, components } = template;
  note({ change: "as_text", part: "template", title });
  for (const component of components) {
    if (component.type === "BUTTONS") note({ change: "left_out", part: "template_buttons", title });
    if (component.type === "HEADER" && hasMedia(component)) note({ change: "left_out", part: "template_media", title });
  }
  const words = templateWords(template);
  if (words === "") throw new SendError("rejected", "The message template has no text to show.");
  return words;
}

const hasMedia = ({ format = "TEXT", url }: Extract<Component, { type: "HEADER" }>) =>
  format !== "TEXT" || url !== undefined;
