/** A piece of SQL with its values, which always become parameters. Pieces nest. */
export type Sql = {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  /** The pages of the rows that the piece was given. */
  readonly pageIds?: readonly string[];
  readonly isSql: true;
};

export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const texts: string[] = [];
  const flat: unknown[] = [];
  let pageIds: Set<string> | undefined;
  let text = strings[0] ?? "";
  values.forEach((value, index) => {
    // The driver would silently send null.
    if (value === undefined) throw new TypeError("An SQL value is undefined.");
    const pieces = isSql(value) ? value.strings : ["", ""];
    flat.push(...(isSql(value) ? value.values : [value]));
    if (isSql(value) && value.pageIds?.length) pageIds = new Set([...(pageIds ?? []), ...value.pageIds]);
    text += pieces[0];
    for (const piece of pieces.slice(1)) {
      texts.push(text);
      text = piece;
    }
    text += strings[index + 1];
  });
  return { strings: [...texts, text], values: flat, pageIds: pageIds ? [...pageIds] : noPages, isSql: true };
}

const noPages: readonly string[] = [];

export const empty: Sql = { strings: [""], values: [], isSql: true };

/** The name of a table, column or type from a list in the code. Names from anywhere else do not belong in statements. */
export function identifier(name: string): Sql {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new TypeError(`${JSON.stringify(name)} is no SQL identifier.`);
  return { strings: [name], values: [], isSql: true };
}

/** A value for a json column or `json_to_recordset`: the driver would turn an array into a PostgreSQL array. */
export const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/**
 * Rows of pages, to be named with their columns: `from ${rowsOfPages(rows)} as row (page_id text, id bigint)`. A table
 * is joined by `messages.page_id = row.page_id`, the table first: see `statementOf`.
 */
export const rowsOfPages = (rows: readonly { page_id: string }[]): Sql => ({
  ...sql`json_to_recordset(${json(rows)})`,
  pageIds: distinct(rows.map(({ page_id }) => page_id)),
});

/** The pages of rows whose columns are arrays: `unnest(${pagesOf(asked)}, ${ids}::bigint[]) as asked (page_id, id)`. */
export function pagesOf(items: readonly ({ pageId: string } | { page_id: string })[]): Sql {
  const pageIds = items.map((item) => ("pageId" in item ? item.pageId : item.page_id));
  return { ...sql`${pageIds}::text[]`, pageIds: distinct(pageIds) };
}

const distinct = (pageIds: string[]): string[] => [...new Set(pageIds)];

/** An instant in epoch milliseconds as a timestamp. */
export const timestamp = (milliseconds: number): Sql => sql`to_timestamp(${milliseconds}::float8 / 1000)`;

/** The text with numbered parameters. */
export function textOf(query: Sql): string {
  return query.strings.reduce((text, part, index) => (index === 0 ? part : `${text}$${index}${part}`), "");
}

/**
 * The statement as the driver takes it. If all rows of pages in it are of the same page, every comparison
 * `messages.page_id = row.page_id` becomes `(messages.page_id = $9 and messages.page_id = row.page_id)`, $9 being that
 * page. The rows imply it, but on several database servers only a value shows which server has the page.
 */
export function statementOf(query: Sql): { text: string; values: unknown[] } {
  const [text, values] = [textOf(query), [...query.values]];
  const [pageId, ...others] = query.pageIds ?? noPages;
  if (pageId === undefined || others.length > 0) return { text, values };
  const routed = namingPage(text, values.length + 1);
  return routed === text ? { text, values } : { text: routed, values: [...values, pageId] };
}

/** Keeps the first thousand texts: the search takes longer than everything else that is done to a statement. */
function namingPage(text: string, place: number): string {
  const known = named.get(text);
  if (known !== undefined) return known;
  const found = text.replace(/\b(\w+\.page_id|pages\.id) = \w+\.page_id\b/g, `($1 = $$${place} and $&)`);
  if (named.size < 1000) named.set(text, found);
  return found;
}

const named = new Map<string, string>();

function isSql(value: unknown): value is Sql {
  return typeof value === "object" && value !== null && "isSql" in value;
}
