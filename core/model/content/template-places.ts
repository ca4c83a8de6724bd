import { isObject, type JsonObject } from "../json.ts";
import type { MessageTemplate, PlainPart, TemplateButton, TemplatePart } from "./message-template.ts";
import type { WhatsappTemplate } from "./whatsapp-template.ts";

/** A place of a template that takes a value. */
export type TemplatePlace = {
  /** Unlike those of all other places of the template. */
  id: string;
  /** The card of a carousel, from 0. */
  card: number | null;
  part: "HEADER" | "BODY" | "BUTTONS" | "LIMITED_TIME_OFFER";
  /** The name or number of the place, or the index of the button. */
  key: string;
  kind: "text" | "image" | "video" | "document" | "address" | "code" | "product" | "products" | "end";
  /** The button's words. */
  title?: string;
  example?: string;
  /** The platform takes the message without it. */
  isOptional?: true;
};

/** The places that need a value, in the order in which customers read them. */
export function placesOf(parts: TemplatePart[]): TemplatePlace[] {
  return parts.flatMap((part) =>
    part.type === "CAROUSEL"
      ? (part.cards ?? []).flatMap((card, index) => card.flatMap((each) => placesIn(each, index)))
      : placesIn(part, null),
  );
}

function placesIn(part: PlainPart, card: number | null): TemplatePlace[] {
  const at = (place: Omit<TemplatePlace, "id" | "card">): TemplatePlace => ({
    id: `${card === null ? "" : `${card} `}${place.part} ${place.key}`,
    card,
    ...place,
  });
  if (part.type === "BUTTONS") return (part.buttons ?? []).flatMap((button, index) => buttonPlace(button, index, at));
  if (part.type === "LIMITED_TIME_OFFER")
    return part.has_end ? [at({ part: "LIMITED_TIME_OFFER", key: "end", kind: "end" })] : [];
  if (part.type !== "HEADER" && part.type !== "BODY") return [];
  const media = part.type === "HEADER" ? mediaKinds[part.format ?? "TEXT"] : undefined;
  if (media) return [at({ part: "HEADER", key: "media", kind: media })];
  const { type, text = "", examples = {} } = part;
  return namesIn(text).map((key) => {
    const example = examples[key];
    return at({ part: type as "HEADER" | "BODY", key, kind: "text", ...(example !== undefined && { example }) });
  });
}

const mediaKinds: Record<string, "image" | "video" | "document"> = {
  IMAGE: "image",
  VIDEO: "video",
  DOCUMENT: "document",
};

const namesIn = (text: string) => [
  ...new Set([...text.matchAll(/\{\{\s*([^{}\s]+)\s*\}\}/g)].map(([, name = ""]) => name)),
];

function buttonPlace(
  { type, text: title, url = "", example }: TemplateButton,
  index: number,
  at: (place: Omit<TemplatePlace, "id" | "card">) => TemplatePlace,
): TemplatePlace[] {
  const kind = type === "URL" && url.includes("{{") ? "address" : buttonKinds[type];
  if (!kind) return [];
  const isOptional = type === "CATALOG" ? { isOptional: true as const } : {};
  return [
    at({ part: "BUTTONS", key: String(index), kind, title, ...isOptional, ...(example !== undefined && { example }) }),
  ];
}

const buttonKinds: Record<string, TemplatePlace["kind"]> = { COPY_CODE: "code", CATALOG: "product", MPM: "products" };

type Component = WhatsappTemplate["components"][number];

/** The content that sends a template with these values, by the ids of their places. It keeps the approved words. */
export function contentOf(
  { name, language, category, parts }: Pick<MessageTemplate, "name" | "language" | "category" | "parts">,
  values: Readonly<Record<string, string>>,
): WhatsappTemplate {
  const known = categories.find((each) => each === category);
  return {
    type: "whatsapp_message_template",
    template_id: name,
    language,
    ...(known && { category: known }),
    components: parts.flatMap((part) => componentOf(part, values)),
  };
}

/** The values in such content, by the ids of the template's places. */
export function valuesIn(content: { components?: unknown }, parts: TemplatePart[]): Record<string, string> {
  const components = listOf(content.components);
  const cards = listOf(components.find(({ type }) => type === "CAROUSEL")?.cards);
  return Object.fromEntries(
    placesOf(parts).flatMap((place) => {
      const among = place.card === null ? components : listOf(cards[place.card]?.components);
      const value = valueAt(among.find(({ type }) => type === place.part) ?? {}, place);
      return value === undefined ? [] : [[place.id, value]];
    }),
  );
}

function valueAt(component: JsonObject, { key, kind }: TemplatePlace): string | undefined {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  if (kind === "end") return text(component.ends_at);
  const params = listOf(component.params);
  if (key === "media") return text(component.url) ?? text(params[0]?.value);
  const found = params.find((each) => nameOf(each.parameter_name) === key || nameOf(each.key) === key);
  return text(found?.value);
}

const nameOf = (name: unknown) => (typeof name === "string" ? name.replaceAll(/[{}\s]/g, "") : undefined);

const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

const categories = ["MARKETING", "UTILITY", "AUTHENTICATION"] as const;

function componentOf(part: TemplatePart, values: Readonly<Record<string, string>>): Component[] {
  if (part.type === "CAROUSEL") {
    const cards = (part.cards ?? []).map((card, index) => ({
      components: card.flatMap((each) => plainComponent(each, index, values)),
    }));
    return [{ type: "CAROUSEL", cards }];
  }
  if (part.type === "LIMITED_TIME_OFFER") {
    const end = values["LIMITED_TIME_OFFER end"] ?? "";
    return [{ type: "LIMITED_TIME_OFFER", ...(part.text && { text: part.text }), ...(end !== "" && { ends_at: end }) }];
  }
  return plainComponent(part, null, values);
}

type PlainComponent = Extract<Component, { type: "HEADER" | "BODY" | "FOOTER" | "BUTTONS" }>;

function plainComponent(
  part: PlainPart,
  card: number | null,
  values: Readonly<Record<string, string>>,
): PlainComponent[] {
  const given = placesIn(part, card).map((place) => ({ ...place, value: values[place.id] ?? "" }));
  const text = part.text === undefined || part.text === "" ? {} : { text: part.text };
  if (part.type === "BUTTONS") {
    const params = (part.buttons ?? []).flatMap(({ type, text }, index) => {
      const value = given.find(({ key }) => key === String(index))?.value ?? "";
      // A form's button needs a value too, which customers never see.
      if (type === "FLOW") return [{ key: String(index), parameter_name: text, value: "unused" }];
      return value === "" ? [] : [{ key: String(index), ...(text !== "" && { parameter_name: text }), value }];
    });
    const titles = (part.buttons ?? []).map((button) => button.text).filter((title) => title !== "");
    return [
      { type: "BUTTONS", ...(titles.length > 0 && { text: titles.join("\n") }), ...(params.length > 0 && { params }) },
    ];
  }
  const params = given
    .filter(({ kind, value }) => kind === "text" && value !== "")
    .map(({ key, value }) => ({ key: `{{${key}}}`, value }));
  const filled = params.length > 0 ? { params } : {};
  if (part.type === "BODY" || part.type === "FOOTER") return [{ type: part.type, ...text, ...filled }];
  if (part.type !== "HEADER") return [];
  const format = formats.find((each) => each === part.format);
  const url = given.find(({ key }) => key === "media")?.value ?? "";
  return [{ type: "HEADER", ...(format && { format }), ...(url !== "" && { url }), ...text, ...filled }];
}

const formats = ["TEXT", "IMAGE", "VIDEO", "DOCUMENT"] as const;
