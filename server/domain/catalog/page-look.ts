import { absoluteMedia } from "@banter/core/flow/render/media-hosts.ts";
import { isOpen } from "@banter/core/match/is-open.ts";
import type { Look } from "@banter/core/model/content/look.ts";
import type { Deps } from "../../deps.ts";
import type { Page } from "../../store/catalog/pages.ts";
import { mediaBaseUrl } from "../media/addresses.ts";

/** The look as the chat page and the widget read it: the picture has its host. */
export function publicLook(deps: Pick<Deps, "config" | "baseUrl">, { look }: Pick<Page, "look">): Look {
  if (look.picture === undefined) return look;
  return { ...look, picture: absoluteMedia(mediaBaseUrl(deps), look.picture) };
}

/** The owner's words for now, outside the page's working hours. A page without hours is always open. */
export function awayText(
  { look, hours, timezone }: Pick<Page, "look" | "hours" | "timezone">,
  instant: number,
): string | null {
  const isOpenNow = hours === null || isOpen(hours, { instant, zone: timezone });
  return isOpenNow ? null : (look.texts?.away ?? null);
}
