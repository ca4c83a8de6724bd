import { readColor } from "../color.ts";
import { asLook, type Look } from "../look.ts";
import { parseJson } from "./json.ts";

/** The look that the server has put into the page. The colour of the site's tag takes precedence. */
export function readLookOfPage(tagColor: string | undefined): Look {
  const content = document.querySelector('meta[name="look"]')?.getAttribute("content") ?? "{}";
  const look = asLook(parseJson(content));
  const color = tagColor ?? readColor(look.color);
  return { ...look, ...(color && { color }) };
}
