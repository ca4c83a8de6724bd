import { z } from "zod";
import { RequestUrl } from "../model/content/url.ts";
import { Name } from "../model/names.ts";
import { text } from "../model/text.ts";

/** The most that a page may know, so that a search stays fast and a file cannot fill the database. */
export const maxSources = 100;
export const maxPassagesOfSource = 5000;
export const maxPassages = 20_000;
export const maxFileBytes = 10 * 1024 * 1024;
export const maxSitePages = 200;

export const sourceKinds = ["file", "text", "site", "flows"] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** `waiting`: it is read soon. `ready` and `failed` say how it was read last; the passages from before stay. */
export const sourceStates = ["waiting", "reading", "ready", "failed"] as const;
export type SourceState = (typeof sourceStates)[number];

/** Why a source could not be read. The console has a sentence for each. */
export const sourceErrors = [
  /** The first page of a site: nobody answers, it answers with a failure, or its address is not public. */
  "unreachable",
  "status",
  "blocked_address",
  /** Its address leads to another site. */
  "redirected",
  /** The site's robots.txt forbids it. */
  "forbidden_by_site",
  "no_text",
  /** The page would know more passages than it may. */
  "too_much",
  "failed",
] as const;
export type SourceError = (typeof sourceErrors)[number];

export const readIntervals = ["never", "day", "week"] as const;
export const ReadInterval = z.enum(readIntervals);
export type ReadInterval = z.infer<typeof ReadInterval>;

/**
 * A source that can be read again, as an owner describes it:
 *
 *     { "kind": "site", "name": "Shop", "url": "https://shop.example/help", "every": "week" }
 */
export const SourceForm = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("text"), name: Name, text: text(200_000) }),
  z.strictObject({ kind: z.literal("site"), name: Name, url: RequestUrl, every: ReadInterval.default("week") }),
  /** The texts of the page's published flows. They are read again within an hour after a change. */
  z.strictObject({ kind: z.literal("flows"), name: Name }),
]);
export type SourceForm = z.infer<typeof SourceForm>;

/** The settings of a source as they are stored, by its kind. */
export type SourceSettings = {
  file: { bytes: number };
  text: { text: string };
  site: { url: string; every: ReadInterval };
  flows: Record<string, never>;
};
