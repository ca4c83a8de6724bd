import type { Look } from "../look.ts";

/** The attributes of the script tag. */
export type WidgetSettings = {
  page: string;
  chatUrl: URL;
  ref: string | undefined;
  color: string | undefined;
  side: "left" | "right" | undefined;
  openAtOnce: boolean;
  /** In the console's preview, the chat has no visitor and the greeting comes at once. */
  isPreview?: boolean;
};

/** The attributes of the tag take precedence over the page's look: a site may differ from the others. */
export function withTag(look: Look, { color, side }: WidgetSettings): Look {
  return { ...look, ...(color && { color }), ...(side && { side }) };
}
