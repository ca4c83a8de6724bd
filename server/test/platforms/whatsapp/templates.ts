type Part = {
  type: "HEADER" | "BODY" | "FOOTER" | "BUTTONS" | "LIMITED_TIME_OFFER";
  format?: "TEXT" | "IMAGE" | "VIDEO" | "DOCUMENT";
  text?: string;
  example?: object;
  limited_time_offer?: { text: string; has_expiration: boolean };
  buttons?: { type: keyof typeof subTypes; text: string; url?: string; example?: string[] }[];
};

/** A template of the account. */
export type Template = {
  id: string;
  name: string;
  language: string;
  status: "APPROVED" | "PAUSED" | "DISABLED" | "REJECTED" | "PENDING";
  category?: "MARKETING" | "UTILITY" | "AUTHENTICATION";
  quality_score?: { score: string };
  rejected_reason?: string;
  components: (Part | { type: "CAROUSEL"; cards: { components: Part[] }[] })[];
};

type Component = { type: string; index?: string; sub_type?: string; parameters?: { type: string }[] };
type Sent = {
  name: string;
  language: { code: string };
  components: (Component & { cards?: { card_index: number; components: Component[] }[] })[];
};

/** The error code for a template message, if it is invalid. */
export function faultOfTemplate(templates: Template[], { name, language, components }: Sent): number | undefined {
  const template = templates.find((each) => each.name === name && each.language === language.code);
  if (!template || template.status === "REJECTED" || template.status === "PENDING") return 132001;
  if (template.status === "PAUSED") return 132015;
  if (template.status === "DISABLED") return 132016;
  const plain = template.components.filter((part) => part.type !== "CAROUSEL");
  const carousel = template.components.find((part) => part.type === "CAROUSEL");
  const given = components.find(({ type }) => type === "carousel")?.cards ?? [];
  if (given.length !== (carousel?.cards.length ?? 0)) return 132012;
  return [
    faultOfParts(plain, components),
    ...(carousel?.cards ?? []).map((card, index) =>
      faultOfParts(card.components, given.find(({ card_index }) => card_index === index)?.components ?? []),
    ),
  ].find((fault) => fault !== undefined);
}

function faultOfParts(parts: Part[], components: Component[]): number | undefined {
  const parametersOf = (type: string) => components.find((each) => each.type === type)?.parameters ?? [];
  for (const part of parts) {
    const given = parametersOf(part.type.toLowerCase());
    if (part.type === "BODY" && given.length !== placesIn(part.text)) return 132000;
    if (part.type === "LIMITED_TIME_OFFER" && given.length !== (part.limited_time_offer?.has_expiration ? 1 : 0))
      return 132012;
    if (part.type !== "HEADER") continue;
    const wanted = part.format === undefined || part.format === "TEXT" ? placesIn(part.text) : 1;
    if (given.length !== wanted) return 132000;
    if (given.some(({ type }) => type !== (part.format ?? "TEXT").toLowerCase())) return 132012;
  }
  return faultOfButtons(
    parts.flatMap(({ buttons = [] }) => buttons),
    components,
  );
}

const subTypes = {
  QUICK_REPLY: "quick_reply",
  URL: "url",
  COPY_CODE: "copy_code",
  PHONE_NUMBER: "none",
  FLOW: "flow",
  CATALOG: "CATALOG",
  MPM: "mpm",
};

function faultOfButtons(buttons: NonNullable<Part["buttons"]>, components: Component[]): number | undefined {
  const given = components.filter(({ type }) => type === "button");
  const isAstray = given.some(({ index, sub_type }) => {
    const button = buttons[Number(index)];
    return !button || subTypes[button.type] !== sub_type;
  });
  if (isAstray) return 132018;
  const isShort = buttons.some(
    ({ type, url = "" }, index) =>
      (["COPY_CODE", "FLOW", "MPM"].includes(type) || (type === "URL" && url.includes("{{"))) &&
      !given.some((each) => Number(each.index) === index),
  );
  return isShort ? 131008 : undefined;
}

function placesIn(text = ""): number {
  return new Set(text.match(/\{\{[^}]+\}\}/g)).size;
}
