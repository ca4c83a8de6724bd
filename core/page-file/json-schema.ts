import { z } from "zod";
import { PageFile } from "./schema.ts";

/** The page file's schema for editors and other programs. */
export function pageFileJsonSchema() {
  return { title: "Banter page file", ...z.toJSONSchema(PageFile, { io: "input" }) };
}
