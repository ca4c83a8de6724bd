import { type Field, listFields } from "../document/walk.ts";
import type { LintContext } from "../problem.ts";
import { gapsIn } from "../render/fallbacks.ts";

/**
 * Finds the variables of a text that leave a gap in it for some customers: fields without a fallback. A field that the
 * document asks for, sets or checks leaves none: its author has thought of customers without a value.
 */
export function gapFinder(document: unknown, context: Pick<LintContext, "fields">): (text: string) => string[] {
  const customFields = new Set(context.fields.values());
  const handled = handledIn(listFields(document), context);
  return (text) => gapsIn(text, customFields).filter((name) => !handled.has(name));
}

/** The customer reads the text of the field. */
export const isRead = ({ meta }: Field): boolean => meta.limit !== undefined || meta.isRead === true;

const names = ["user_first_name", "user_last_name", "user_full_name"];

function handledIn(fields: Field[], context: Pick<LintContext, "fields">): Set<string> {
  const handled = fields.flatMap(({ meta, value }) => {
    if (meta.input === "customer-field" && typeof value === "string") return [value];
    if (meta.input !== "custom-field") return [];
    const name = typeof value === "number" ? context.fields.get(value) : value;
    return typeof name === "string" ? [name] : [];
  });
  return new Set(handled.some((name) => names.includes(name)) ? [...handled, ...names] : handled);
}
