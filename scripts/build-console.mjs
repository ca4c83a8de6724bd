import { fileURLToPath } from "node:url";
import { buildPart } from "./build-part.mjs";

/** Builds the console into console/dist. */
export const buildConsole = (options) =>
  buildPart("console", { sources: ["console", "core", "sdk"], modes: ["production"], isCompressed: true, ...options });

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildConsole();
