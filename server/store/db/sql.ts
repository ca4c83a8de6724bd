/** A piece of SQL with its values, which always become parameters. Pieces nest. */
export type Sql = { readonly strings: readonly string[]; readonly values: readonly unknown[]; readonly isSql: true };

export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const texts: string[] = [];
  const flat: unknown[] = [];
  let text = strings[0] ?? "";
  values.forEach((value, index) => {
    // The driver would silently send null.
    if (value === undefined) throw new TypeError("An SQL value is undefined.");
    const pieces = isSql(value) ? value.strings : ["", ""];
    flat.push(...(isSql(value) ? value.values : [value]));
    text += pieces[0];
    for (const piece of pieces.slice(1)) {
      texts.push(text);
      text = piece;
    }
    text += strings[index + 1];
  });
  return { strings: [...texts, text], values: flat, isSql: true };
}

export const empty: Sql = { strings: [""], values: [], isSql: true };

/** A value for a json column or `json_to_recordset`: the driver would turn an array into a PostgreSQL array. */
export const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** An instant in epoch milliseconds as a timestamp. */
export const timestamp = (milliseconds: number): Sql => sql`to_timestamp(${milliseconds}::float8 / 1000)`;

/** The text with numbered parameters, as the driver takes it. */
export function textOf(query: Sql): string {
  return query.strings.reduce((text, part, index) => (index === 0 ? part : `${text}$${index}${part}`), "");
}

function isSql(value: unknown): value is Sql {
  return typeof value === "object" && value !== null && "isSql" in value;
}
