import type { FieldType } from "../../model/custom-field.ts";

/** The custom fields of a page by id. */
export type CustomFields = ReadonlyMap<number, { name: string; type: FieldType }>;

const typesByFields = new WeakMap<CustomFields, Map<string, FieldType>>();

/** The types of the page's custom fields by name. */
export function fieldTypes({ fields }: { fields: CustomFields }): ReadonlyMap<string, FieldType> {
  const known = typesByFields.get(fields);
  if (known) return known;
  const types = new Map([...fields.values()].map(({ name, type }) => [name, type] as const));
  typesByFields.set(fields, types);
  return types;
}
