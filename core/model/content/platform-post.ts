import { z } from "zod";
import { Time } from "../time/time.ts";

/** A post of the page's account at the platform, below which people comment. */
export const PlatformPost = z.strictObject({
  /** The platform's id, as comments name it. */
  id: z.string(),
  /** Empty if it has none. */
  text: z.string(),
  picture_url: z.string().nullable(),
  url: z.string().nullable(),
  published_at: Time.nullable(),
});
export type PlatformPost = z.infer<typeof PlatformPost>;
