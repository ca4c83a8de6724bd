import { z } from "zod";
import { text } from "../text.ts";
import { cssVariables } from "./css-variables.ts";
import { MediaUrl } from "./url.ts";

const Color = z.string().regex(/^#[0-9a-f]{6}$/, "must be a colour such as #7a1f2b");

/** Pages of the owner's site, by path: `/products/*`. A star stands for any text. */
const SitePages = z
  .array(
    z
      .string()
      .max(200)
      .regex(/^\/[^\s\\]*$/, "must be a path such as /products/*"),
  )
  .min(1)
  .max(20);

/** The pictures on the launcher; `picture` is the page's own. */
export const LauncherIcon = z.enum(["chat", "dots", "question", "heart", "picture"]);
export type LauncherIcon = z.infer<typeof LauncherIcon>;

const openingRules = ["after_seconds", "after_scroll_percent", "on_leaving"] as const;

/**
 * The owner's design of the chat page and the widget. Everything is optional: a setting that is left out has the
 * product's own look.
 *
 *     { "color": "#7a1f2b", "side": "left", "bubble": { "text": "Need a hand?", "delay_seconds": 5 } }
 */
export const Look = z.strictObject({
  /** Text on it and in it is made readable by the widget, whatever the colour. */
  color: Color.optional(),
  /** Without it, the visitor's own preference decides. */
  scheme: z.enum(["light", "dark"]).optional(),
  /** The language of the chat's own words. Without it, the visitor's. */
  language: z.enum(["en", "vi"]).optional(),
  picture: MediaUrl.optional(),
  /** Shown instead of the page's name. */
  name: text(60).optional(),
  side: z.enum(["left", "right"]).optional(),
  /** The distance of the launcher from the edges of the window, in pixels. */
  margin: z.strictObject({ side: z.int().min(0).max(200), bottom: z.int().min(0).max(200) }).optional(),
  launcher: z.strictObject({ icon: LauncherIcon.optional(), label: text(30).optional() }).optional(),
  /** A greeting beside the launcher, until the visitor closes it or opens the chat. */
  bubble: z
    .strictObject({ text: text(160), delay_seconds: z.int().min(0).max(600), pages: SitePages.optional() })
    .optional(),
  /** The chat opens by itself when one of the first three comes true. */
  opening: z
    .strictObject({
      after_seconds: z.int().min(0).max(3600).optional(),
      after_scroll_percent: z.int().min(1).max(100).optional(),
      /** The pointer leaves the page upwards, to the tabs or the address. */
      on_leaving: z.literal(true).optional(),
      pages: SitePages.optional(),
      /** On phones too, where the chat fills the screen. */
      on_phones: z.literal(true).optional(),
      /** Once for each visitor; else once in each visit. */
      once: z.boolean(),
    })
    .refine((opening) => openingRules.some((rule) => opening[rule] !== undefined), {
      error: "must hold after_seconds, after_scroll_percent or on_leaving",
    })
    .optional(),
  texts: z
    .strictObject({
      /** The heading above the greeting. */
      title: text(60).optional(),
      placeholder: text(60).optional(),
      /** Shown outside the page's working hours. */
      away: text(160).optional(),
    })
    .optional(),
  css: z.strictObject(cssVariables).partial().optional(),
});
export type Look = z.infer<typeof Look>;
