import { WhatsappTemplate } from "@banter/core/model/whatsapp-template.ts";
import { SendError } from "../send-error.ts";

type Component = WhatsappTemplate["components"][number];

/** A template of approved words, as it was stored with the message. */
export function readTemplate(stored: unknown): WhatsappTemplate {
  const { success, data } = WhatsappTemplate.safeParse({ ...(stored as object), type: "whatsapp_message_template" });
  if (!success) throw new SendError("rejected", "The message template has a form that cannot be sent.");
  return data;
}

/** The words of a template with its parameters in their places: what it says where templates are not known. */
export function wordsOf({ components }: WhatsappTemplate): string {
  const words = components
    .filter(({ type }) => type !== "BUTTONS")
    .map(fillIn)
    .filter((text) => text.trim() !== "")
    .join("\n\n");
  if (words === "")
    throw new SendError("rejected", "The message template came without its words, so there is nothing to show.");
  return words;
}

/** Each place once, from the left: a value that looks like a place stays as it is. */
function fillIn({ text = "", params = [] }: Component): string {
  const values = new Map(
    params.flatMap(({ key, parameter_name, value }) => [
      [nameOf(key), value] as const,
      ...(parameter_name === undefined ? [] : [[nameOf(parameter_name), value] as const]),
    ]),
  );
  return text.replaceAll(/\{\{([^{}]+)\}\}/g, (place, name: string) => values.get(nameOf(name)) ?? place);
}

const nameOf = (place: string) => place.replaceAll(/[{}\s]/g, "");
