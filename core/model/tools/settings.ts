import { z } from "zod";
import { InvoiceName } from "../content/invoice.ts";
import { Phrase } from "../keyword.ts";
import { text } from "../text.ts";
import { CommentSettings } from "./comments.ts";
import type { EventToolType } from "./tool.ts";

/** The platform's ids of the things that count; an empty list: all of them. */
const PlatformIds = z.array(text(200)).max(100).default([]);

const NoSettings = z.strictObject({}).prefault({});

/** The settings of each growth tool that waits for something that customers do. Every key has a default. */
export const toolSettings = {
  comments: CommentSettings.prefault({}),
  story_mention: NoSettings,
  /** One of the words must be in the answer, if there are any, and none of the excluded ones. */
  story_reply: z
    .strictObject({ words: z.array(Phrase).max(200).default([]), excludes: z.array(Phrase).max(200).default([]) })
    .prefault({}),
  form: z.strictObject({ forms: PlatformIds }).prefault({}),
  location: NoSettings,
  /** An order counts if it has one of the products. */
  order: z.strictObject({ products: PlatformIds }).prefault({}),
  /** An empty list: every reaction. */
  reaction: z.strictObject({ emojis: z.array(text(20)).max(50).default([]) }).prefault({}),
  follow: NoSettings,
  /** The advertisements that count. A customer who comes with the ref of another tool is that tool's. */
  ad: z.strictObject({ ads: PlatformIds }).prefault({}),
  /** The names of the invoices that count. */
  payment: z.strictObject({ invoices: z.array(InvoiceName).max(100).default([]) }).prefault({}),
} satisfies Record<EventToolType, z.ZodType>;

export type SettingsOf<Type extends EventToolType> = z.output<(typeof toolSettings)[Type]>;

/** The settings of a growth tool of any type; null if its type has none. */
export type ToolSettings = SettingsOf<EventToolType> | null;
