import { z } from "zod";
import { WireId } from "../model/id.ts";
import { parseJson } from "../model/json.ts";

/**
 * Folder ids from the outermost to the target, percent-decoded from the URL: `[1,2]` or `1,2`.
 * `[]` is the top level.
 */
export const FolderPath = z
  .string()
  .max(1000)
  .transform((text, context) => {
    const ids = parseFolderPath(text);
    if (ids) return ids;
    context.issues.push({ code: "custom", message: "must be an array of folder ids such as [1,2]", input: text });
    return z.NEVER;
  });

export const formatFolderPath = (ids: number[]) => `[${ids.join(",")}]`;

export function parseFolderPath(text: string): number[] | undefined {
  const parsed = FolderIds.safeParse(text.trimStart().startsWith("[") ? parseJson(text) : text.split(","));
  return parsed.data;
}

const FolderIds = z.array(WireId).max(200);
