import { mkdirSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import { someCustomers } from "@banter/server/test/customers.ts";
import { openConsole } from "../e2e/console/console.ts";
import { createFlow } from "../server/domain/catalog/flows.ts";
import { mediaPathOf } from "../server/domain/media/addresses.ts";
import { storeUpload } from "../server/domain/media/upload.ts";
import { sql } from "../server/store/db/sql.ts";
import { aPage } from "../server/test/builders.ts";
import { aPdf, aPng } from "../server/test/sample-files.ts";
import { aVisitor } from "../server/test/visitor.ts";
import { addConversations } from "./screenshot-conversations.ts";

// npm run screenshots: pictures of the console's main screens with the demo page, light and dark, wide and narrow, in
// docs/screenshots. Words on the command line choose screens by name.
const words = process.argv.slice(2);
const folder = fileURLToPath(new URL("../docs/screenshots/", import.meta.url));
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };
const undo: (() => Promise<unknown>)[] = [];
const run = { after: (work: () => Promise<unknown>) => void undo.push(work) };

type Console = Awaited<ReturnType<typeof openConsole>>;
type Tab = Awaited<ReturnType<Console["openAs"]>>;
type Screen = { name: string; path: string; prepare?: (tab: Tab) => Promise<unknown> };

mkdirSync(folder, { recursive: true });
try {
  await take(await openConsole(run));
} finally {
  for (const work of undo.reverse()) await work();
}

async function take({ node, baseUrl, open, openAs }: Console): Promise<void> {
  const demo: PageFile = JSON.parse(readFileSync(new URL("../demo/page.json", import.meta.url), "utf8"));
  const { pageId } = await aPage(node.deps, demo);
  const ann = await aVisitor(baseUrl, pageId, { first_name: "Ann" });
  for (const word of ["price", "opening hours", "Bao giờ giao?", "bao gio giao"]) await ann.say(word);
  const first = await openAs(run, "owner", "/pages");
  const psid = await addConversations(first, baseUrl, pageId);
  await first.close();
  const flow = await node.deps.db.get<{ id: number }>(
    sql`select id from flows where page_id = ${pageId} and name = 'Place an order'`,
  );
  const pictureFlowId = await addPictures(node.deps, pageId);
  await addCustomers(node.deps, pageId);
  for (const screen of screensOf(`/pages/${pageId}`, { flowId: flow.id, pictureFlowId, psid })) {
    if (words.length > 0 && !words.some((word) => screen.name.includes(word))) continue;
    for (const [size, viewport] of Object.entries(sizes)) {
      const tab = await (screen.path === "/login"
        ? open(run, "/login", { viewport })
        : openAs(run, "owner", screen.path, { viewport }));
      await isDrawn(tab);
      await screen.prepare?.(tab);
      for (const colorScheme of ["light", "dark"] as const) {
        await tab.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await tab.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
        const path = `${folder}${colorScheme}${size === "wide" ? "" : `-${size}`}/${screen.name}.png`;
        await tab.screenshot({ path, animations: "disabled" });
      }
      await tab.close();
      console.log(`${screen.name}, ${size}`);
    }
  }
}

/** The event stream keeps the network busy for ever, so what is on the screen decides. */
async function isDrawn(tab: Tab): Promise<void> {
  await tab.locator("h1").first().waitFor({ state: "attached" });
  await tab.waitForFunction(() => !document.querySelector('[aria-busy="true"], .mantine-Skeleton-root'));
}

/** People who have left more than a name. */
async function addCustomers(deps: Console["node"]["deps"], pageId: string): Promise<void> {
  const tags = await deps.db.many<{ id: number }>(sql`select id from tags where page_id = ${pageId} order by id`);
  const names = ["Nguyễn Thị Hoa", "Trần Văn Bình", "Lê Minh Châu", "Phạm Thu Dung", "Đặng Quốc An"];
  const customers = names.map((name, index) => {
    const [first_name = "", ...rest] = name.split(" ");
    const tag = tags[index % Math.max(1, tags.length)]?.id;
    return {
      psid: `web_${101 + index}`,
      ...{ first_name, last_name: rest.join(" ") },
      ...{ email: `guest${index + 1}@example.com`, phone: `+8490123456${index}` },
      tags: tag === undefined ? [] : [tag],
    };
  });
  await someCustomers(deps, pageId, customers);
}

/** Fills the page's library. Returns a flow that shows a picture of it. */
async function addPictures(deps: Console["node"]["deps"], pageId: string): Promise<number> {
  const pictures = { "Bánh mì.png": "d9a05b", "Phở.png": "b5533c", "Cà phê.png": "5b3a29", "Trà đá.png": "8fae5d" };
  const store = async (name: string, bytes: Buffer) => {
    const upload = { name, declaredType: undefined, length: bytes.length, body: Readable.from([bytes]) };
    return mediaPathOf(deps, await storeUpload(deps, { pageId, userId: "", psid: null }, upload));
  };
  let url = await store("Bảng giá.pdf", aPdf);
  for (const [name, color] of Object.entries(pictures)) {
    const [red = 0, green = 0, blue = 0] = Buffer.from(color, "hex");
    url = await store(name, aPng({ width: 400, height: 300, color: [red, green, blue] }));
  }
  const content = {
    messages: [
      { type: "image", url },
      { type: "text", text: "Our drink of the day" },
    ],
  };
  const draft = { version: 1 as const, start: "a", steps: { a: { type: "message", content, next: null } } };
  return (await createFlow(deps, pageId, { name: "Drink of the day", folderId: null, draft })).id;
}

/** Opens the library beside the picture of the only step. */
async function openLibrary(tab: Tab): Promise<void> {
  await tab.locator(".step-node").click();
  await tab.getByRole("button", { name: /^Choose or upload/ }).click();
  await tab.getByRole("button", { name: "Use Phở.png" }).waitFor();
}

function showsThread(tab: Tab): Promise<void> {
  return tab.locator(".thread").getByText("a table for six").waitFor();
}

async function runLab(tab: Tab): Promise<void> {
  await tab.getByRole("button", { name: "Try on real messages" }).click();
  await tab.getByRole("button", { name: "Run the lab" }).click();
  await tab.getByText("Hits by keyword").waitFor();
}

async function openBell(tab: Tab): Promise<void> {
  await tab
    .getByRole("button", { name: /^Notifications/ })
    .first()
    .click();
  await isDrawn(tab);
}

async function uploadCustomers(tab: Tab): Promise<void> {
  const lines = ["Name,E-mail,Mobile,City", "Mai Anh,mai@example.com,0901234567,Huế", "Bob,bob@example.com,,Hanoi"];
  const file = { name: "customers.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };
  await tab.locator('input[type="file"]').setInputFiles(file);
  await tab.getByRole("columnheader").first().waitFor();
}

type Made = { flowId: number; pictureFlowId: number; psid: string };

function screensOf(page: string, { flowId, pictureFlowId, psid }: Made): Screen[] {
  const press = (name: string | RegExp) => (tab: Tab) => tab.getByRole("button", { name }).first().click();
  return [
    { name: "login", path: "/login" },
    { name: "pages", path: "/pages" },
    { name: "conversations", path: `${page}/conversations` },
    { name: "conversation", path: `${page}/conversations/${psid}`, prepare: showsThread },
    {
      name: "why-this-reply",
      path: `${page}/conversations/${psid}`,
      prepare: async (tab) => {
        await showsThread(tab);
        await tab.getByRole("button", { name: "Why this reply?" }).last().click();
        await tab.getByRole("heading", { name: "What happened" }).waitFor();
      },
    },
    { name: "home", path: page },
    { name: "statistics", path: `${page}/statistics?period=today` },
    { name: "numbers", path: `${page}/flows/${flowId}`, prepare: press("Numbers") },
    { name: "flows", path: `${page}/flows` },
    { name: "builder", path: `${page}/flows/${flowId}` },
    { name: "test-drawer", path: `${page}/flows/${flowId}`, prepare: press(/^(Test|Try)/) },
    { name: "files", path: `${page}/flows/${pictureFlowId}`, prepare: openLibrary },
    { name: "customers", path: `${page}/customers` },
    { name: "customer", path: `${page}/customers/web_101` },
    { name: "import", path: `${page}/customers/import`, prepare: uploadCustomers },
    { name: "jobs", path: `${page}/customers/jobs` },
    { name: "keywords", path: `${page}/keywords` },
    { name: "keyword-lab", path: `${page}/keywords`, prepare: runLab },
    { name: "offers", path: `${page}/offers` },
    { name: "tools", path: `${page}/tools` },
    { name: "fields", path: `${page}/fields` },
    { name: "settings", path: `${page}/settings` },
    { name: "inbox-settings", path: `${page}/settings?tab=inbox` },
    { name: "notification-settings", path: `${page}/settings?tab=notifications` },
    { name: "bell", path: page, prepare: openBell },
    { name: "secrets", path: `${page}/settings?tab=secrets` },
    { name: "api", path: `${page}/settings?tab=api` },
    { name: "team", path: "/settings/team" },
    { name: "audit", path: "/settings/audit" },
    { name: "profile", path: "/settings/profile" },
  ];
}
