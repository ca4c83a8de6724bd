import type { RenderContext } from "../outbound.ts";
import { cutTitle, fileName } from "../text/render-notes.ts";

const maxName = 240;

/** A document by its address. WhatsApp shows one without a name as untitled. */
export function documentOf(link: string, voice: Pick<RenderContext, "note">): { link: string; filename?: string } {
  const name = fileName(link);
  const filename = name && cutTitle(voice, name, { part: "file_name", max: maxName });
  return { link, ...(filename && { filename }) };
}
