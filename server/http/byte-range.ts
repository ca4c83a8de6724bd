import type { ByteRange } from "../media/storage.ts";

/**
 * The range that a `range` header asks for, in a file of this size. Null: the whole file, also for forms that we do not
 * support, as RFC 9110 allows. `outside` for one that begins after the end.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | "outside" | null {
  const [, from = "", to = ""] = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  return start > end ? "outside" : { start, end };
}
