import assert from "node:assert/strict";
import { test } from "node:test";
import { articleNames, articleOf } from "./article-of.ts";
import { articles as en } from "./articles/en.ts";
import { articles as vi } from "./articles/vi.ts";
import { searchArticles } from "./search-articles.ts";

test("every article is written in both languages, with as many parts", () => {
  for (const name of articleNames) {
    const shape = (body: (string | string[])[]) => body.map((part) => (typeof part === "string" ? 0 : part.length));
    assert.ok(en[name].title !== "" && vi[name].title !== "", name);
    assert.deepEqual(shape(vi[name].body), shape(en[name].body), name);
  }
});

test("every screen opens the help at its article", () => {
  for (const [path, tab, article] of [
    ["/pages", undefined, "pages"],
    ["/templates", undefined, "templates"],
    ["/pages/web_1", undefined, "home"],
    ["/pages/web_1/", undefined, "home"],
    ["/pages/web_1/templates", undefined, "templates"],
    ["/pages/web_1/conversations/web_2", undefined, "conversations"],
    ["/pages/web_1/customers/import", undefined, "customers"],
    ["/pages/web_1/ai", undefined, "ai"],
    ["/pages/web_1/flows", undefined, "flows"],
    ["/pages/web_1/flows/12", undefined, "builder"],
    ["/pages/web_1/keywords", undefined, "keywords"],
    ["/pages/web_1/ice-breakers-and-menu", undefined, "offers"],
    ["/pages/web_1/tools", undefined, "tools"],
    ["/pages/web_1/fields", undefined, "fields"],
    ["/pages/web_1/statistics", undefined, "statistics"],
    ["/pages/web_1/settings", undefined, "settings"],
    ["/pages/web_1/settings", "channel", "channels"],
    ["/pages/web_1/settings", "inbox", "settings"],
    ["/pages/web_1/settings", "file", "files"],
    ["/settings/team", undefined, "team"],
    ["/settings/audit", undefined, "audit"],
    ["/settings/profile", undefined, "profile"],
    ["/elsewhere", undefined, "start"],
  ] as const)
    assert.equal(articleOf(path, tab), article, path);
});

test("the search finds articles by words in any order and without accents, titles first", () => {
  assert.equal(searchArticles(vi, "tu khoa")[0], "keywords");
  assert.equal(searchArticles(en, "codes QR")[0], "start");
  assert.deepEqual(searchArticles(en, "TOKEN api")[0], "api");
  assert.deepEqual(searchArticles(en, "zebra"), []);
  assert.equal(searchArticles(en, " ").length, articleNames.length);
});
