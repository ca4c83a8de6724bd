import type { JsonObject } from "@banter/core/model/json.ts";

/** A button or quick reply of another kind with the same text; replies that ask for contact data have none. */
export function withKind(item: JsonObject, type: string, textKey: string): JsonObject {
  if (type === "phone_number" || type === "email" || type === "location") return { type };
  return { type, [textKey]: item[textKey] ?? "", ...emptyTargets[type] };
}

/** The key of an item's text; imported documents may have the other one. */
export function textKeyOf(item: JsonObject, usual: "title" | "caption"): string {
  return ["title", "caption"].find((key) => Object.hasOwn(item, key)) ?? usual;
}

const emptyTargets: Record<string, JsonObject> = {
  url: { url: "" },
  call: { phone: "" },
  flow: { flow_id: null },
  step: { step: null },
};
