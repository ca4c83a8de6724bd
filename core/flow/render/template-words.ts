/** A component of a WhatsApp template: its approved text, and the values of its parameters. */
type Part = {
  type: string;
  text?: string | undefined;
  params?: { key: string; parameter_name?: string | undefined; value: string }[] | undefined;
  cards?: { components: Part[] }[] | undefined;
};

/** The text of a template with its parameters filled in, for channels without templates. */
export function templateWords({ components }: { components: Part[] }): string {
  return components
    .filter(({ type }) => type !== "BUTTONS")
    .flatMap((part) => (part.cards ? part.cards.map(templateWords) : [fillIn(part)]))
    .filter((text) => text.trim() !== "")
    .join("\n\n");
}

/** Fills each placeholder once: a value that looks like a placeholder is left alone. */
function fillIn({ text = "", params = [] }: Part): string {
  const values = new Map(
    params.flatMap(({ key, parameter_name, value }) => [
      [nameOf(key), value] as const,
      ...(parameter_name === undefined ? [] : [[nameOf(parameter_name), value] as const]),
    ]),
  );
  return text.replaceAll(/\{\{([^{}]+)\}\}/g, (place, name: string) => values.get(nameOf(name)) ?? place);
}

const nameOf = (place: string) => place.replaceAll(/[{}\s]/g, "");
