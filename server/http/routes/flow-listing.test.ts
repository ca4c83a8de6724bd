import assert from "node:assert/strict";
import { after, test } from "node:test";
import { trashFlow } from "../../domain/catalog/flows.ts";
import { changeFolder, createFolder } from "../../domain/catalog/folders.ts";
import { testApp } from "../../test/app.ts";
import { aFlow, aPage } from "../../test/builders.ts";
import { assertFailure, callerOf, idsOf, pageUrl } from "../../test/call.ts";
import { comparable, rawRequest } from "../../test/raw-http.ts";

const { baseUrl, deps } = await testApp({ after });

/** Sales holds Orders and Offer, Orders holds Confirm, Help holds Hours, and Welcome stands at the top. */
async function aShop() {
  const page = await aPage(deps, {
    folders: ["Sales", "Sales/Orders", "Help"],
    flows: [aFlow("Help/Hours"), aFlow("Welcome"), aFlow("Sales/Orders/Confirm"), aFlow("Sales/Offer")],
  });
  const call = callerOf(baseUrl, page);
  return { page, call, id: await idsOf(call) };
}

const listing = (folders: unknown[], flows: unknown[]) => JSON.stringify({ success: true, data: { folders, flows } });

test("an empty page has empty lists", async () => {
  const call = callerOf(baseUrl, await aPage(deps));

  assert.equal((await call("/flows")).text, listing([], []));
  assert.equal((await call("/flows/[]")).text, listing([], []));
});

test("get flows lists every folder and flow at every depth, by folder and then by id", async () => {
  const { call, id } = await aShop();

  const { status, headers, text } = await call("/flows");

  assert.deepEqual([status, headers.get("content-type")], [200, "application/json; charset=utf-8"]);
  assert.equal(
    text,
    listing(
      [
        { id: id("Sales"), name: "Sales", parent_id: null },
        { id: id("Orders"), name: "Orders", parent_id: id("Sales") },
        { id: id("Help"), name: "Help", parent_id: null },
      ],
      [
        { id: id("Welcome"), name: "Welcome", parent_id: null },
        { id: id("Offer"), name: "Offer", parent_id: id("Sales") },
        { id: id("Confirm"), name: "Confirm", parent_id: id("Orders") },
        { id: id("Hours"), name: "Hours", parent_id: id("Help") },
      ],
    ),
  );
});

test("the owner's order of folders is the order of the list", async () => {
  const { page, call, id } = await aShop();

  await changeFolder(deps, page.pageId, id("Help"), { place: 0 });

  const { data } = JSON.parse((await call("/flows")).text);
  assert.deepEqual(
    data.folders.map(({ name }: { name: string }) => name),
    ["Help", "Sales", "Orders"],
  );
  assert.deepEqual(
    data.flows.map(({ name }: { name: string }) => name),
    ["Welcome", "Hours", "Offer", "Confirm"],
  );
});

test("flows in the trash are left out, drafts are not", async () => {
  const page = await aPage(deps, { flows: [aFlow("Gone"), { ...aFlow("Draft"), published: false }] });
  const call = callerOf(baseUrl, page);
  const id = await idsOf(call);

  await trashFlow(deps, page.pageId, id("Gone"));

  const left = listing([], [{ id: id("Draft"), name: "Draft", parent_id: null }]);
  assert.equal((await call("/flows")).text, left);
  assert.equal((await call("/flows/[]")).text, left);
});

test("a path lists the direct children of its last folder, in each spelling", async () => {
  const { page, call, id } = await aShop();
  const [sales, orders] = [id("Sales"), id("Orders")];
  const expected = listing([], [{ id: id("Confirm"), name: "Confirm", parent_id: orders }]);

  for (const path of [
    `/flows/[${sales},${orders}]`,
    `/flows/%5B${sales}%2C${orders}%5D`,
    `/flows/%5b${sales},${orders}%5d`,
    `/flows/${sales},${orders}`,
    `/flows/${sales}%2C${orders}`,
    `/flows/["${sales}","${orders}"]`,
    `/flows/%5B%22${sales}%22,${orders}%5D`,
    `/flows/[${sales},%20${orders}]`,
    `/flows?path=[${sales},${orders}]`,
    `/flows?path=%5B${sales}%2C${orders}%5D`,
    `/flows?path=${sales},${orders}`,
    `/flows?path=[${sales},+${orders}]`,
  ]) {
    // Sent as written: fetch would encode some of it.
    const token = `access-token: ${page.token}`;
    const lines = [`GET ${pageUrl("", page.pageId)}${path} HTTP/1.1`, "Host: x", "Connection: close", token];
    assert.deepEqual([path, (await rawRequest(baseUrl, lines)).text], [path, expected]);
    assert.deepEqual([path, (await call(path)).text], [path, expected]);
  }
});

test("a path of one folder lists its folders and flows", async () => {
  const { call, id } = await aShop();

  const { text } = await call(`/flows/[${id("Sales")}]`);

  const folder = { id: id("Orders"), name: "Orders", parent_id: id("Sales") };
  assert.equal(text, listing([folder], [{ id: id("Offer"), name: "Offer", parent_id: id("Sales") }]));
});

test("the empty path is the top level", async () => {
  const { call, id } = await aShop();
  const top = [
    { id: id("Sales"), name: "Sales", parent_id: null },
    { id: id("Help"), name: "Help", parent_id: null },
  ];
  const expected = listing(top, [{ id: id("Welcome"), name: "Welcome", parent_id: null }]);

  for (const path of ["/flows/[]", "/flows/%5B%5D", "/flows/[%20]", "/flows?path=[]"]) {
    assert.deepEqual([path, (await call(path)).text], [path, expected]);
  }
});

test("a folder at the greatest depth is found by its path", async () => {
  const page = await aPage(deps);
  const path: number[] = [];
  for (let depth = 0; depth < 20; depth++) {
    path.push((await createFolder(deps, page.pageId, { name: "In", parentId: path.at(-1) ?? null })).id);
  }

  assert.equal((await callerOf(baseUrl, page)(`/flows/[${path}]`)).text, listing([], []));
});

test("a path that is not an array of folder ids is refused", async () => {
  const { call } = await aShop();

  for (const path of [
    "abc",
    "[1,-2]",
    "[0]",
    "0",
    "[1.5]",
    "[null]",
    "[true]",
    "[[1]]",
    '["a"]',
    '[""]',
    '[" 1"]',
    '["01"]',
    '["1e3"]',
    "[9007199254740992]",
    '["9007199254740992"]',
    "9007199254740992",
    "[1e400]",
    "[1,]",
    "[,1]",
    "[1",
    "1]",
    "1,,2",
    ",",
    "1, 2",
    "{}",
    "%7B%221%22:1%7D",
    "null",
    "-1",
    "+1",
    "%00",
    "%5B1%5D%00",
    "%255B1%255D",
    "%E2%80%8B1",
    "%D9%A1",
  ]) {
    assertFailure(await call(`/flows/${path}`), 400, "invalid_field", "/path");
    assertFailure(await call(`/flows?path=${path.replace("+", "%2B")}`), 400, "invalid_field", "/path");
  }
  for (const query of ["path=", "path", "path=[1]&path=[1]", `path=${"1".repeat(1001)}`]) {
    assertFailure(await call(`/flows?${query}`), 400, "invalid_field", "/path");
  }
});

test("every path that is not a chain of folders is not found, with the same answer", async () => {
  const { page, id } = await aShop();
  const elsewhere = await aShop();
  const [sales, orders, help] = [id("Sales"), id("Orders"), id("Help")];
  const ask = (path: string) => {
    const token = `access-token: ${page.token}`;
    return rawRequest(baseUrl, [
      `GET ${pageUrl("", page.pageId)}/flows${path} HTTP/1.1`,
      "Host: x",
      "Connection: close",
      token,
    ]);
  };

  const answers = await Promise.all(
    [
      "/[999999999]",
      "/[9007199254740991]",
      `/[${elsewhere.id("Sales")}]`,
      `/[${sales},${elsewhere.id("Orders")}]`,
      `/[${elsewhere.id("Sales")},${elsewhere.id("Orders")}]`,
      `/[${orders},${sales}]`,
      `/[${orders}]`,
      `/[${sales},${help}]`,
      `/[${help},${orders}]`,
      `/[${sales},${sales}]`,
      `/[${sales},${orders},${orders}]`,
      `/[${sales},${orders},${sales}]`,
      `/[${id("Welcome")}]`,
      `/[${sales},${id("Offer")}]`,
      `?path=[${orders}]`,
      `/[${Array(150).fill(sales)}]`,
    ].map(ask),
  );

  assertFailure(answers[0] ?? assert.fail(), 404, "not_found");
  const bare = answers.map((answer) => comparable(answer).replace(/^ratelimit: .*\r\n/m, ""));
  assert.deepEqual([...new Set(bare)], [bare[0]]);
});
