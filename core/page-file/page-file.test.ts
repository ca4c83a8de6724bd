import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { arbitraryNames, arbitraryPageFile } from "../test/arbitrary-page-file.ts";
import { comparePageFiles } from "./compare.ts";
import { faultsOfNames, PageFile, type WholePageFile } from "./schema.ts";
import { writePageFile } from "./write.ts";

const file = arbitraryNames.chain(arbitraryPageFile);
const twoFiles = arbitraryNames.chain((names) => fc.tuple(arbitraryPageFile(names), arbitraryPageFile(names)));
const bare: WholePageFile = { banter: 1, page: { name: "Shop", timezone: "UTC", welcome: null, default_reply: null } };

test("a canonical file is read and written again byte for byte", () => {
  fc.assert(
    fc.property(file, (file) => {
      const text = writePageFile(file);

      const read = PageFile.parse(JSON.parse(text));

      assert.equal(writePageFile(read), text);
      assert.deepEqual(faultsOfNames(read), []);
    }),
  );
});

test("writing sorts keys and leaves out defaults", () => {
  const given = PageFile.parse({
    keywords: [{ typos: false, require: "any", is_activated: true, flow: null, phrases: [], match: "is", name: "Hi" }],
    page: { default_reply: null, welcome: null, timezone: "UTC", name: "Shop" },
    banter: 1,
  });

  const text = JSON.stringify(JSON.parse(writePageFile(given)));

  assert.equal(
    text,
    '{"banter":1,"page":{"name":"Shop","timezone":"UTC","welcome":null,"default_reply":null},' +
      '"keywords":[{"name":"Hi","match":"is","phrases":[],"excludes":[],"flow":null,"is_activated":true}]}',
  );
});

test("two files that are the same set-up have no difference", () => {
  fc.assert(fc.property(file, (file) => assert.deepEqual(comparePageFiles(file, file, { prune: true }), [])));
});

test("two files differ in something unless their text is the same", () => {
  fc.assert(
    fc.property(twoFiles, ([one, other]) => {
      const isSame = writePageFile(one) === writePageFile(other);

      assert.equal(comparePageFiles(one, other, { prune: true }).length === 0, isSame);
    }),
  );
});

test("without prune nothing is removed", () => {
  fc.assert(
    fc.property(twoFiles, ([one, other]) => {
      const changes = comparePageFiles(one, other, { prune: false });

      assert.ok(changes.every(({ action }) => action !== "remove"));
    }),
  );
});

test("differences name items that are made, changed, moved and removed", () => {
  const before = { ...bare, tags: ["a", "b", "c"], folders: ["x"] };
  const after = { ...bare, page: { ...bare.page, name: "New" }, tags: ["c", "a", "d"] };

  assert.deepEqual(comparePageFiles(before, after, { prune: true }), [
    { action: "change", what: "page", name: "New" },
    { action: "move", what: "tag", name: "c" },
    { action: "move", what: "tag", name: "a" },
    { action: "create", what: "tag", name: "d" },
    { action: "remove", what: "tag", name: "b" },
  ]);
});

test("items that stay without prune move behind the items of the file, and the differences show it", () => {
  const changes = comparePageFiles({ ...bare, tags: ["a", "b"] }, { ...bare, tags: ["b"] }, { prune: false });

  assert.deepEqual(changes, [{ action: "move", what: "tag", name: "b" }]);
});

test("repeated names are refused where they must be unique", () => {
  const document = { version: 1 as const, start: null, steps: {} };
  const flow = { name: "Hi", published: false, document };
  const field = { name: "size", type: "text" as const };
  const tool = { type: "qr_code" as const, name: "Poster", ref: "a", flow: null, is_published: true };
  const twice = <Item>(item: Item) => [item, item];

  const faults = faultsOfNames({
    ...bare,
    tags: twice("vip"),
    fields: twice(field),
    folders: twice("Sales"),
    flows: twice(flow),
    tools: [...twice(tool), ...twice({ ...tool, ref: null })],
  });

  assert.deepEqual(
    faults.map(({ path }) => path),
    ["/tags/1", "/fields/1", "/folders/1", "/flows/1", "/tools/1"],
  );
});

test("folders that are nested too deep are refused", () => {
  const path = (depth: number) => Array(depth).fill("in").join("/");

  assert.deepEqual(faultsOfNames({ ...bare, folders: [path(20)] }), []);
  assert.deepEqual(
    faultsOfNames({ ...bare, folders: [path(20), path(21)] }).map(({ path }) => path),
    ["/folders/1"],
  );
});

test("faults in a page file are reported with their place", () => {
  for (const [change, path] of [
    [{ banter: 2 }, "banter"],
    [{ extra: 1 }, ""],
    [{ page: { ...bare.page, timezone: "Mars/Base" } }, "page.timezone"],
    [{ page: { ...bare.page, origins: ["https://example.com/"] } }, "page.origins.0"],
    [{ tags: [" vip"] }, "tags.0"],
    [{ fields: [{ name: "1st", type: "text" }] }, "fields.0.name"],
    [{ folders: ["/Sales"] }, "folders.0"],
    [{ folders: ["Sales//Orders"] }, "folders.0"],
    [{ flows: [{ name: "Hi", published: true, document: { version: 2 } }] }, "flows.0.document.version"],
    [{ ice_breakers: [{ title: "\u200b", flow: null }] }, "ice_breakers.0.title"],
    [{ main_menu: [{ title: "Shop", url: "javascript:alert(1)" }] }, "main_menu.0"],
    [{ main_menu: [{ title: "Shop", url: "https://example.com", flow: null }] }, "main_menu.0"],
    [{ tools: [{ type: "qr_code", name: "x", ref: "a b", flow: null, is_published: true }] }, "tools.0.ref"],
  ] as const) {
    const { error } = PageFile.safeParse({ ...bare, ...change });

    assert.ok(
      error?.issues.some((issue) => issue.path.join(".").startsWith(path)),
      `${path}: ${error?.message}`,
    );
  }
});
