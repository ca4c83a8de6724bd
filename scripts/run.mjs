// Runs a TypeScript program: `node scripts/run.mjs server/main.ts`. Compiled code is cached beside the packages, which
// makes the next start faster and smaller.
import module from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const cache = fileURLToPath(new URL("../node_modules/.cache/banter", import.meta.url));
module.enableCompileCache?.(cache);
// For the nodes that a supervisor starts.
process.env.NODE_COMPILE_CACHE = cache;
process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1]).href);
