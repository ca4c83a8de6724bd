import type { Hook } from "./queries.ts";

type Mapping = Hook["mapping"];

/** A mapping as it is being written: empty inputs are no values. */
export type MappingDraft = {
  by: Mapping["customer"]["by"];
  path: string;
  fields: { field: string; path: string }[];
  hasGoal: boolean;
  goal: { name: string; valuePath: string; currency: string };
  flowId: number | null;
};

export const draftOf = (mapping: Mapping | undefined): MappingDraft => ({
  by: mapping?.customer.by ?? "email",
  path: mapping?.customer.path ?? "",
  fields: mapping?.fields.map((each) => ({ ...each })) ?? [],
  hasGoal: (mapping?.goal ?? null) !== null,
  goal: {
    name: mapping?.goal?.name ?? "",
    valuePath: mapping?.goal?.value_path ?? "",
    currency: mapping?.goal?.currency ?? "",
  },
  flowId: mapping?.flow_id ?? null,
});

/** Rows without a field or a path are left out; a goal without a name is none. */
export function mappingOf({ by, path, fields, hasGoal, goal, flowId }: MappingDraft): Mapping {
  return {
    customer: { by, path: path.trim() },
    fields: fields
      .map(({ field, path }) => ({ field, path: path.trim() }))
      .filter(({ field, path }) => field !== "" && path !== ""),
    goal:
      hasGoal && goal.name.trim() !== ""
        ? {
            name: goal.name.trim(),
            value_path: goal.valuePath.trim() || null,
            currency: goal.currency.trim().toUpperCase() || null,
          }
        : null,
    flow_id: flowId,
  };
}

/** The reason why the mapping cannot be saved. */
export const isComplete = ({ path, hasGoal, goal }: MappingDraft): boolean =>
  path.trim() !== "" && (!hasGoal || goal.name.trim() !== "");

/** The paths of all values in a JSON text, for the inputs to offer; none if it is no JSON. At most `max`. */
export function pathsIn(text: string, max = 100): string[] {
  const paths: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (paths.length >= max) return;
    if (typeof value !== "object" || value === null) {
      if (path !== "") paths.push(path);
      return;
    }
    for (const [key, item] of Object.entries(value))
      if (/^[^\s[\].~/]+$/.test(key)) walk(item, path === "" ? key : `${path}.${key}`);
  };
  try {
    walk(JSON.parse(text), "");
  } catch {
    return [];
  }
  return paths;
}
