import type { MediaRow } from "../../store/media/media.ts";

/** 256 folders a page, because a folder with very many files is slow on some file systems. */
export function storageKeyOf({ pageId, id }: Pick<MediaRow, "pageId" | "id">): string {
  return `${pageId}/${(id % 256).toString(16).padStart(2, "0")}/${id}`;
}
