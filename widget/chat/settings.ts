import { readColor } from "../color.ts";

export type Settings = {
  page: string;
  apiBase: URL;
  ref: string | undefined;
  adId: string | undefined;
  color: string | undefined;
  /** The origin of the site that shows the chat in a frame, if one does. */
  hostOrigin: string | undefined;
  /** The console shows the chat while the owner edits its look: there is no visitor, and nothing is sent. */
  isPreview: boolean;
};

/** Reads `/chat/{page_id}?ref=&ad_id=&color=&embed=1&origin=&preview=1`, which may be below a folder. */
export function readSettings(href: string): Settings {
  const url = new URL(href);
  const [, root = "", page = ""] = /^(.*)\/chat\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  const find = (name: string) => url.searchParams.get(name) || undefined;
  const isFrame = find("embed") === "1" && window.parent !== window;
  const hostOrigin = isFrame ? readOrigin(find("origin")) : undefined;
  return {
    page,
    apiBase: new URL(`${root}/api/webchat/v1/pages/${page}/`, url),
    ref: find("ref"),
    adId: find("ad_id"),
    color: readColor(find("color")),
    hostOrigin,
    isPreview: find("preview") === "1" && hostOrigin === url.origin,
  };
}

function readOrigin(value: string | undefined): string | undefined {
  try {
    return /^https?:\/\//.test(value ?? "") ? new URL(value ?? "").origin : undefined;
  } catch {
    return undefined;
  }
}
