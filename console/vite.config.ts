import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// Run through scripts/build-console.mjs.
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "react" } },
  build: {
    outDir: "dist",
    emptyOutDir: false,
    reportCompressedSize: false,
    // The builder is one big chunk of its own, loaded when a flow is opened.
    chunkSizeWarningLimit: 2000,
    // Data URLs would have to be allowed for scripts and styles alike.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A schema that nobody asks is left out, and with the last one zod itself: the first screens need only the tables
      // that stand beside them.
      treeshake: { manualPureFunctions: ["z"] },
      // Hundreds of packages' files say "use client", which means nothing here.
      onLog: (level, log, report) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
});
