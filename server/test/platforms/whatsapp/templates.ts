/** An approved template. */
export type Template = {
  id: string;
  name: string;
  language: string;
  status: "APPROVED" | "PAUSED" | "DISABLED" | "REJECTED";
  components: {
    type: "HEADER" | "BODY" | "FOOTER" | "BUTTONS";
    format?: "TEXT" | "IMAGE" | "VIDEO" | "DOCUMENT";
    text?: string;
    buttons?: { type: "QUICK_REPLY" | "URL" | "COPY_CODE" | "PHONE_NUMBER"; text: string; url?: string }[];
  }[];
};

type Sent = {
  name: string;
  language: { code: string };
  components: { type: string; index?: string; sub_type?: string; parameters: { type: string }[] }[];
};

/** The error code for a template message, if it is invalid. */
export function faultOfTemplate(templates: Template[], { name, language, components }: Sent): number | undefined {
  const template = templates.find((each) => each.name === name && each.language === language.code);
  if (!template || template.status === "REJECTED") return 132001;
  if (template.status === "PAUSED") return 132015;
  if (template.status === "DISABLED") return 132016;
  const parametersOf = (type: string) => components.find((each) => each.type === type)?.parameters ?? [];
  for (const part of template.components) {
    const given = parametersOf(part.type.toLowerCase());
    if (part.type === "BODY" && given.length !== placesIn(part.text)) return 132000;
    if (part.type !== "HEADER") continue;
    const wanted = part.format === undefined || part.format === "TEXT" ? placesIn(part.text) : 1;
    if (given.length !== wanted) return 132000;
    if (given.some(({ type }) => type !== (part.format ?? "TEXT").toLowerCase())) return 132012;
  }
  return faultOfButtons(
    template.components.flatMap(({ buttons = [] }) => buttons),
    components,
  );
}

const subTypes = { QUICK_REPLY: "quick_reply", URL: "url", COPY_CODE: "copy_code", PHONE_NUMBER: "none" };

function faultOfButtons(
  buttons: NonNullable<Template["components"][number]["buttons"]>,
  components: Sent["components"],
): number | undefined {
  const given = components.filter(({ type }) => type === "button");
  const isAstray = given.some(({ index, sub_type }) => {
    const button = buttons[Number(index)];
    return !button || subTypes[button.type] !== sub_type;
  });
  if (isAstray) return 132018;
  const isShort = buttons.some(
    ({ type, url = "" }, index) =>
      (type === "COPY_CODE" || (type === "URL" && url.includes("{{"))) &&
      !given.some((each) => Number(each.index) === index),
  );
  return isShort ? 131008 : undefined;
}

function placesIn(text = ""): number {
  return new Set(text.match(/\{\{[^}]+\}\}/g)).size;
}
