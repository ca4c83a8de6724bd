import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

/** The typeface's licence is served beside its files. */
const fontLicence: Plugin = {
  name: "font-licence",
  generateBundle() {
    const source = readFileSync(fileURLToPath(import.meta.resolve("@fontsource/be-vietnam-pro/LICENSE")));
    this.emitFile({ type: "asset", fileName: "assets/be-vietnam-pro-license.txt", source });
  },
};

// Run through scripts/build-console.mjs.
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  logLevel: "warn",
  plugins: [fontLicence],
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
