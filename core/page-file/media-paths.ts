import { isObject } from "../model/json.ts";
import { isMediaPath } from "../model/media.ts";
import type { PageFile } from "./schema.ts";

/** The addresses of stored files in the file's flows and sequences and in the look of its chat, each once. */
export function mediaPathsIn(file: PageFile): string[] {
  const found = new Set<string>();
  mapMediaPaths(file, (path) => {
    found.add(path);
    return path;
  });
  return [...found];
}

/** The file with other addresses there. */
export function mapMediaPaths(file: PageFile, change: (path: string) => string): PageFile {
  return {
    ...file,
    chat: mapPaths(file.chat, change),
    flows: file.flows?.map((flow) => ({
      ...flow,
      document: mapPaths(flow.document, change),
      draft: flow.draft && mapPaths(flow.draft, change),
    })),
    sequences: mapPaths(file.sequences, change),
  };
}

/** Addresses are recognised by their form, because an unfinished draft may hold them anywhere. */
function mapPaths<Value>(value: Value, change: (path: string) => string): Value {
  return mapped(value) as Value;

  function mapped(item: unknown): unknown {
    if (typeof item === "string") return isMediaPath(item) ? change(item) : item;
    if (Array.isArray(item)) return item.map(mapped);
    if (!isObject(item)) return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, mapped(inner)]));
  }
}
