import { FieldName } from "@banter/core/model/names.ts";

/** The typed text as the name of a field, which templates can contain; undefined if nothing of it can be used. */
export function fieldNameOf(text: string): string | undefined {
  const name = text
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, "_")
    .replace(/^\d/, "_$&")
    .slice(0, 64);
  return FieldName.safeParse(name).success ? name : undefined;
}
