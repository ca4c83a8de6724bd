import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// Each of the scripts must be complete in itself, so each is a build of its own: `--mode chat`, `loader`, `preview`.
// Run through scripts/build-widget.mjs.
const entries: Record<string, { input: string; file: string }> = {
  chat: { input: "./chat/main.tsx", file: "chat" },
  loader: { input: "./loader/main.ts", file: "widget" },
  preview: { input: "./preview/main.ts", file: "preview" },
};

export default defineConfig(({ mode }) => {
  const entry = entries[mode];
  if (!entry) throw new Error(`There is nothing to build for mode ${mode}: choose chat, loader or preview.`);
  return {
    root: fileURLToPath(new URL(".", import.meta.url)),
    publicDir: mode === "chat" ? "public" : false,
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir: "dist",
      emptyOutDir: false,
      reportCompressedSize: false,
      // One CSS file, because the page's content security policy allows no style element.
      cssCodeSplit: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(entry.input, import.meta.url)),
        // Vite's helper for dynamic imports reads it; an ordinary script has none.
        transform: { define: { "import.meta": "{}" } },
        output: {
          // Not a module: the tag of the loader is an ordinary script, and it must define no globals on the site.
          format: "iife",
          entryFileNames: `${entry.file}.js`,
          assetFileNames: `${entry.file}[extname]`,
        },
      },
    },
  };
});
