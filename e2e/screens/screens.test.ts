import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { axeFaultsIn } from "../console/axe.ts";
import { sharedConsole } from "../console/console.ts";
import { aPageForScreens, page, screens } from "./screens.ts";

const it = await sharedConsole({ after });
const open = await aPageForScreens(it);

for (const screen of screens)
  test(`${screen.path ?? screen.route} opens, and axe finds nothing in it`, async (t) => {
    const tab = await open(t, screen);

    assert.deepEqual(await axeFaultsIn(tab, "light"), []);
  });

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
  const source = readFileSync(new URL("../../console/routes.tsx", import.meta.url), "utf8");
  const known = [...source.matchAll(/path: "([^"]+)"/g)].map(([, path]) => path ?? "");
  const opened = new Set(screens.map(({ route }) => route));
  // The first two only lead to others. The owner's sign-up is on a server without an owner.
  const elsewhere = ["/", "/offers", "/setup"];

  const missing = known.filter(
    (path) => !elsewhere.includes(path) && ![...opened].some((route) => route === path || route === page + path),
  );

  assert.deepEqual(missing, ["/$psid"]);
});
