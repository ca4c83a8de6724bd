import type { RenderContext } from "../outbound.ts";

/** Texts that WhatsApp does not provide, in the page's language. */
export type Wording = { chooseLabel: string; phoneQuestion: string; emailQuestion: string };

/** The texts, and the receiver of notes. */
export type Voice = Wording & Pick<RenderContext, "note">;
