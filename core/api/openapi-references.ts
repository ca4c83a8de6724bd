type Json = Record<string, unknown>;
type OpenApi = { components: { schemas: object } };

/**
 * References are resolved from the root of a document, while a JSON Schema has its definitions inside itself. This moves
 * them to the document's shared schemas; equal ones become one.
 */
export function withSharedSchemas<Document extends OpenApi>(document: Document): Document {
  const shared: Json = { ...document.components.schemas };
  const known = new Map<string, Record<string, string>>();

  /** The shared names of the definitions, by their own. */
  function share(definitions: Json): Record<string, string> {
    const text = JSON.stringify(definitions);
    const names = known.get(text) ?? namesFor(Object.keys(definitions), shared);
    if (known.has(text)) return names;
    known.set(text, names);
    for (const [name, schema] of Object.entries(definitions)) shared[names[name] ?? name] = move(schema, names);
    return names;
  }

  function move(value: unknown, names: Record<string, string>): unknown {
    if (Array.isArray(value)) return value.map((item) => move(item, names));
    if (typeof value !== "object" || value === null) return value;
    const { $defs, ...rest } = value as { $defs?: Json };
    const inside = $defs ? { ...names, ...share($defs) } : names;
    return Object.fromEntries(
      Object.entries(rest).map(([key, part]) => [key, key === "$ref" ? moved(part, inside) : move(part, inside)]),
    );
  }

  const { components, ...rest } = document;
  return { ...(move(rest, {}) as Document), components: { ...components, schemas: shared } };
}

const moved = (reference: unknown, names: Record<string, string>) =>
  String(reference).replace(/^#\/\$defs\/(.+)$/, (_, name: string) => `#/components/schemas/${names[name] ?? name}`);

/** A definition without a name of its own is numbered. */
function namesFor(definitions: string[], taken: Json): Record<string, string> {
  const names: Record<string, string> = {};
  for (const name of definitions) {
    const plain = name.startsWith("__") ? "Part" : name;
    const isFree = (candidate: string) => !(candidate in taken) && !Object.values(names).includes(candidate);
    let free = plain === "Part" ? "Part1" : plain;
    for (let number = 2; !isFree(free); number++) free = `${plain}${number}`;
    names[name] = free;
  }
  return names;
}
