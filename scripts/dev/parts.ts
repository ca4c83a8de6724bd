import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { createServer, type InlineConfig } from "vite";
import { singleIcons } from "./single-icons.ts";

/** The console or the widget, from its sources. */
export type Part = {
  /** All addresses of its modules begin with it. */
  base: string;
  /** Marks the page that the server answers with, which is built and may be old. */
  mark: string;
  /** The same page, with the sources in it. */
  page(built: string): Promise<string>;
  /** Files at addresses outside the base. */
  files: Record<string, { type: string; body: string }>;
  answer(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
};

export async function serveConsole(front: Server): Promise<Part> {
  const { transform, ...part } = await servePart("console", front, { plugins: [react(), singleIcons] });
  const html = () => read("console/index.html").replace("./main.tsx", "/main.tsx");
  return { ...part, mark: '<div id="root">', files: {}, page: () => transform("/index.html", html()) };
}

export async function serveWidget(front: Server): Promise<Part> {
  // The mode that the build of the chat page has.
  const { transform, ...part } = await servePart("widget", front, { mode: "chat" });
  const html = (built: string) =>
    read("widget/public/chat.html")
      .replace(/<meta name="look"[^>]*>/, (none) => /<meta name="look"[^>]*>/.exec(built)?.[0] ?? none)
      .replace('<link rel="stylesheet" href="../chat.css">', "")
      .replace('<script src="../chat.js" defer>', '<script type="module" src="/chat/main.tsx">')
      .replace("../chat.svg", "/chat.svg");
  return {
    ...part,
    mark: '<div id="chat">',
    files: { "/widget.js": { type: "text/javascript; charset=utf-8", body: loader(part.base) } },
    page: (built) => transform("/chat.html", html(built)),
  };
}

/** The script of other people's sites: loads the sources of the real one, which finds its tag by itself. */
function loader(base: string): string {
  return `for (const name of ["@vite/client", "loader/main.ts"]) import(new URL("${base}" + name, document.currentScript.src));\n`;
}

async function servePart(name: string, front: Server, config: InlineConfig) {
  const base = `/@${name}/`;
  const vite = await createServer({
    ...config,
    configFile: pathOf(`${name}/vite.config.ts`),
    base,
    cacheDir: pathOf(`node_modules/.vite/${name}`),
    appType: "custom",
    clearScreen: false,
    server: { middlewareMode: true, ws: { server: front } },
  });
  return {
    base,
    transform: (url: string, html: string) => vite.transformIndexHtml(url, html),
    answer: (request: IncomingMessage, response: ServerResponse) =>
      vite.middlewares(request, response, () => response.writeHead(404).end()),
    close: () => vite.close(),
  };
}

function read(path: string): string {
  return readFileSync(pathOf(path), "utf8");
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
