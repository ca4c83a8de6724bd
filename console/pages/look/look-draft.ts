import { Look } from "@banter/core/model/content/look.ts";

/** The look as the server takes it: texts are trimmed, and what is empty is left out. */
export function tidy({ launcher, texts, css, bubble, opening, color, ...look }: Look): Look {
  return withoutEmpty({
    ...look,
    color: color?.toLowerCase(),
    launcher: filled(launcher),
    texts: filled(texts),
    css: filled(css),
    // Their switch is on, even where nothing is filled in yet.
    bubble: bubble && { ...withoutEmpty(bubble), text: bubble.text.trim() },
    opening: opening && withoutEmpty(opening),
  });
}

function filled<Part extends object>(part: Part | undefined): Part | undefined {
  const rest = part && withoutEmpty(part);
  return rest && Object.keys(rest).length > 0 ? rest : undefined;
}

function withoutEmpty<Part extends object>(part: Part): Part {
  const entries = Object.entries(part).map(([name, value]) => [name, typeof value === "string" ? value.trim() : value]);
  const isEmpty = (value: unknown) => value === undefined || value === "" || (Array.isArray(value) && !value.length);
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value))) as Part;
}

/** Compares in the order of the schema: fields that were emptied and filled again have another place in a draft. */
export function isSameLook(one: Look, other: Look): boolean {
  const textOf = (look: Look) => JSON.stringify(Look.safeParse(tidy(look)).data ?? look);
  return textOf(one) === textOf(other);
}

/** The fields of a look that the server would refuse: `bubble.text`, `css.--radius`. */
export function faultyFields(look: Look): Set<string> {
  const { error } = Look.safeParse(tidy(look));
  return new Set(error?.issues.map(({ path }) => path.slice(0, 2).join(".")));
}
