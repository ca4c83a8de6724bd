import { customerFields } from "../../model/variables.ts";
import { parseTemplate } from "./template.ts";

/** The variables of a text that leave a gap in it while they are empty: fields without a fallback, each once. */
export function gapsIn(template: string, customFields: ReadonlySet<string>): string[] {
  const names = parseTemplate(template).flatMap((part) =>
    part.type === "variable" && part.fallback === undefined && mayBeEmpty(part.name, customFields) ? [part.name] : [],
  );
  return [...new Set(names)];
}

/** True for fields that not every customer has. Gender always has a value. */
export function mayBeEmpty(name: string, customFields: ReadonlySet<string>): boolean {
  const isBuiltIn = (customerFields as readonly string[]).includes(name);
  return isBuiltIn ? name !== "gender" : customFields.has(name);
}

/** The template with fallbacks added to variables that have none. A variable stays if `fallbackOf` returns undefined. */
export function addFallbacks(template: string, fallbackOf: (name: string) => string | undefined): string {
  return parseTemplate(template)
    .map((part) => {
      if (part.type !== "variable" || part.fallback !== undefined) return part.source;
      const fallback = fallbackOf(part.name);
      return fallback === undefined ? part.source : variableText(part.name, fallback);
    })
    .join("");
}

/** A variable as it is written in a template. Braces and bars in a fallback would end it, so they are left out. */
export function variableText(name: string, fallback?: string): string {
  const words = fallback?.replaceAll(/[{}|]+/g, " ").trim();
  return words ? `{{${name} ?? ${words}}}` : `{{${name}}}`;
}
