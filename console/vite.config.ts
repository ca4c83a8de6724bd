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
    // Inlined assets would need data: URLs in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Unused schemas are dropped, and with the last one zod itself: the first screens need only the tables beside
      // them.
      treeshake: { manualPureFunctions: ["z"] },
      // Many packages have "use client" directives, which mean nothing here.
      onLog: (level, log, report) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
});
