import { importFault } from "@banter/core/api/import-faults.ts";
import type { ImportTarget } from "@banter/core/api/management/customer-jobs.ts";
import type { Customer } from "@banter/core/flow/customer.ts";
import { readField, writeField } from "@banter/core/flow/fields/customer-fields.ts";
import { databaseNow } from "../../../store/health/database-clock.ts";
import type { Edit } from "../jobs/job.ts";
import type { Catalog } from "./catalog.ts";

/** The values of a line by target; empty cells are left out. */
export type RowValues = { [target in ImportTarget]?: string };

export function valuesOf(cells: string[], mapping: (ImportTarget | null)[]): RowValues {
  const values: RowValues = {};
  for (const [index, target] of mapping.entries()) {
    const cell = cells[index];
    if (target !== null && cell) values[target] = cell;
  }
  return values;
}

/** The fields that targets stand for, in the order in which they are written: the parts of a name after the whole. */
const ownTargets = {
  name: "user_full_name",
  first_name: "user_first_name",
  last_name: "user_last_name",
  email: "email",
  phone: "phone",
  address: "address",
  gender: "gender",
  locale: "locale",
  timezone: "timezone",
} as const;

type Edited = { edit: Edit | null; undo: Edit | null; after: Customer };

/** The change that a line makes to its customer, or the error that keeps it from being imported. */
export function editOf(catalog: Catalog, customer: Customer, values: RowValues): Edited | string {
  let after = customer;
  for (const [field, value] of fieldsIn(values)) {
    const type = catalog.fields.get(field.name);
    if (field.isCustom && type === undefined) return importFault("unknown_field", field.name);
    const reading = { locale: after.locale, zones: [after.timezone, catalog.zone], now: databaseNow(), choices: [] };
    const changed = writeField(after, field.name, value, { type, reading });
    if (!changed) return importFault("unfit", field.label);
    after = changed;
  }
  const names = (values.tag ?? "").split(/[,;|]/).flatMap((name) => name.trim() || []);
  const unknown = names.find((name) => !catalog.tags.has(name));
  if (unknown !== undefined) return importFault("unknown_tag", unknown.slice(0, 50));
  const tags = names.flatMap((name) => catalog.tags.get(name) ?? []);
  const added = [...new Set(tags)].filter((tag) => !customer.tags.includes(tag));
  return { ...changesBetween(customer, after, added), after: { ...after, tags: [...customer.tags, ...added] } };
}

function changesBetween(before: Customer, after: Customer, added: number[]): Omit<Edited, "after"> {
  const names = [
    ...Object.values(ownTargets),
    ...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]),
  ];
  const changed = names
    // The whole name follows from its parts.
    .filter((name) => name !== "user_full_name")
    .map((name) => ({ name, from: readField(before, name) ?? "", to: readField(after, name) ?? "" }))
    .filter(({ from, to }) => from !== to);
  if (changed.length === 0 && added.length === 0) return { edit: null, undo: null };
  const fieldsOf = (side: "from" | "to") => Object.fromEntries(changed.map((change) => [change.name, change[side]]));
  return {
    edit: { type: "edit", fields: fieldsOf("to"), addTags: added, removeTags: [] },
    undo: { type: "edit", fields: fieldsOf("from"), addTags: [], removeTags: added },
  };
}

type FieldOf = { name: string; label: string; isCustom: boolean };

function fieldsIn(values: RowValues): [FieldOf, string][] {
  const own = Object.entries(ownTargets).flatMap(([target, name]): [FieldOf, string][] => {
    const value = values[target as ImportTarget];
    return value === undefined ? [] : [[{ name, label: target, isCustom: false }, value]];
  });
  const custom = Object.entries(values).flatMap(([target, value]): [FieldOf, string][] => {
    const name = target.startsWith("field:") ? target.slice("field:".length) : undefined;
    return name === undefined || value === undefined ? [] : [[{ name, label: name, isCustom: true }, value]];
  });
  return [...own, ...custom];
}
