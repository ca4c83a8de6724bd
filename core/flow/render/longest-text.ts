import { parseTemplate } from "./template.ts";

/** The longest text that a template becomes while its variables are empty. Their values may make it longer still. */
export function longestText(template: string): string {
  return parseTemplate(template)
    .map((part) => {
      if (part.type === "text") return part.source;
      if (part.type === "variable") return part.fallback ?? "";
      return part.choices.reduce((one, other) => (other.length > one.length ? other : one));
    })
    .join("");
}
