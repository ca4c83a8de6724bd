import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { sql } from "@banter/server/store/db/sql.ts";
import { aPage } from "@banter/server/test/builders.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import { settingsTabs } from "../console/frame/settings-tabs.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { everything } from "./console/catalog.ts";
import { sharedConsole } from "./console/console.ts";

const it = await sharedConsole({ after });
const { pageId } = await aPage(it.node.deps, everything);
const { id: flowId } = await it.node.deps.db.get<{ id: number }>(sql`
  select id from flows where page_id = ${pageId} and name = 'Welcome'`);
const visitor = await aVisitor(it.baseUrl, pageId, { first_name: "Lan" });
await visitor.say("hello");
await visitor.hear((messages) => messages.some(({ from }) => from === "page"));

/** A screen: its route, the address that is opened, and words that stand there when it is complete. */
type Screen = { route: string; path?: string; words: string | RegExp; isPublic?: true };

const page = "/pages/$pageId";
const screens: Screen[] = [
  { route: "/pages", words: "Corner shop" },
  { route: "/templates", words: "template" },
  { route: "/connect/facebook", words: "Facebook" },
  { route: "/settings/team", words: "The owner" },
  { route: "/settings/new-workspace", words: "workspace" },
  { route: "/settings/profile", words: "Profile" },
  { route: "/settings/audit", words: "Audit log" },
  { route: page, words: "Corner shop" },
  { route: `${page}/flows`, words: "Shop" },
  { route: `${page}/flows`, path: `${page}/flows?trash=true`, words: "The trash is empty" },
  { route: `${page}/templates`, words: "template" },
  { route: `${page}/flows/$flowId`, words: "Hello" },
  { route: `${page}/conversations`, words: "Lan" },
  { route: `${page}/conversations/$psid`, words: "hello" },
  { route: `${page}/keywords`, words: "Says hello" },
  { route: `${page}/ice-breakers-and-menu`, words: "Our shop" },
  { route: `${page}/tools`, words: "Site" },
  { route: `${page}/fields`, words: "vip" },
  { route: `${page}/customers`, words: "Lan" },
  { route: `${page}/customers/import`, words: "CSV" },
  { route: `${page}/customers/jobs`, words: "Jobs" },
  { route: `${page}/customers/$psid`, words: "Lan" },
  { route: `${page}/statistics`, words: "Messages" },
  ...settingsTabs.map((tab) => ({
    route: `${page}/settings`,
    path: `${page}/settings?tab=${tab}`,
    words: "Settings",
  })),
  // After the others, which make the owner: a server without one leads to the sign-up.
  { route: "/login", words: "Log in", isPublic: true },
  { route: "/join", path: "/join?token=unknown", words: /does not work/, isPublic: true },
  { route: "/forgotten", words: "Back to the login", isPublic: true },
  { route: "/reset", path: "/reset?token=unknown", words: "Ask for a new link", isPublic: true },
];

for (const { route, path = route, words, isPublic } of screens) {
  test(`${path} opens, axe finds nothing in it, light and dark, and a phone shows all of it`, async (t) => {
    const address = path.replace("$pageId", pageId).replace("$flowId", String(flowId)).replace("$psid", visitor.psid);
    const tab = isPublic ? await it.open(t, address, { expectErrors: true }) : await it.openAs(t, "owner", address);
    await tab.getByRole("heading", { level: 1 }).first().waitFor();
    await tab.getByText(words).locator("visible=true").first().waitFor();
    await tab.waitForFunction(() => !document.querySelector(".mantine-Skeleton-root, .mantine-Loader-root"));

    assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
    await tab.setViewportSize({ width: 390, height: 844 });
    await tab.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  });
}

test("no text becomes markup or a script's address, and tests notice an attempt", async (t) => {
  const tab = await it.open(t, "/login", { expects: "This document requires 'Trusted" });
  const lines: string[] = [];
  tab.on("console", (line) => lines.push(line.text()));

  const set = (tag: string, values: object) =>
    tab.evaluate(([tag, values]) => void Object.assign(document.createElement(tag), values), [tag, values] as const);
  await set("p", { innerHTML: "a > b" });
  await assert.rejects(set("p", { innerHTML: "<img src=x onerror=alert(1)>" }), /TrustedHTML/);
  await assert.rejects(set("script", { src: "/assets/other.js" }), /TrustedScriptURL/);

  assert.ok(lines.some((line) => line.includes("TrustedHTML")));
});

test("every screen of the console is opened above", () => {
  const source = readFileSync(new URL("../console/routes.tsx", import.meta.url), "utf8");
  const known = [...source.matchAll(/path: "([^"]+)"/g)].map(([, path]) => path ?? "");
  const opened = new Set(screens.map(({ route }) => route));
  // The first two only lead to others. The owner's sign-up is on a server without an owner.
  const elsewhere = ["/", "/offers", "/setup"];

  const missing = known.filter(
    (path) => !elsewhere.includes(path) && ![...opened].some((route) => route === path || route === page + path),
  );

  assert.deepEqual(missing, ["/$psid"]);
});
