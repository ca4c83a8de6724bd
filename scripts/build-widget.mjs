import { fileURLToPath } from "node:url";
import { buildPart } from "./build-part.mjs";

/** Builds the web chat into widget/dist. */
export const buildWidget = (options) =>
  buildPart("widget", { sources: ["widget", "core/model/content"], modes: ["chat", "loader", "preview"], ...options });

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWidget();
