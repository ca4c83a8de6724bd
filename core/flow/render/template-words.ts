/** One part of a template of WhatsApp's: its approved words, and what goes into their places. */
type Part = { type: string; text?: string; params?: { key: string; parameter_name?: string; value: string }[] };

/** What a template says, with its parameters in their places: for wherever templates are not known. */
export function templateWords({ components }: { components: Part[] }): string {
  return components
    .filter(({ type }) => type !== "BUTTONS")
    .map(fillIn)
    .filter((text) => text.trim() !== "")
    .join("\n\n");
}

/** Each place once, from the left: a value that looks like a place stays as it is. */
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
