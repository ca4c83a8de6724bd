import assert from "node:assert/strict";
import { after, test } from "node:test";
import { importSample } from "@banter/core/api/import-sample.ts";
import { someCustomers, uploadCsv } from "../../../../test/customers.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";

const { baseUrl, deps } = await testNode({ after });
const owner = await aMember(deps);
const browser = await signedIn(baseUrl, owner);
const { api, fetch: fetching } = browser;

async function aShop(customers = 3) {
  const page_id = await aPageOf(deps, owner);
  const params = { page_id };
  const vip = (await api("POST /pages/:page_id/tags", { params, body: { name: "vip" } })).id;
  for (const [name, type] of [
    ["city", "text"],
    ["age", "number"],
  ] as const)
    await api("POST /pages/:page_id/fields", { params, body: { name, type } });
  const given = Array.from({ length: customers }, (_, index) => ({
    psid: `web_${1001 + index}`,
    first_name: `Name${index + 1}`,
    email: `one${index + 1}@example.com`,
  }));
  await someCustomers(deps, page_id, given);
  const get = (psid: string) => api("GET /pages/:page_id/customers/:psid", { params: { page_id, psid } });
  const job = (job_id: number) => api("GET /pages/:page_id/customer_jobs/:job_id", { params: { page_id, job_id } });
  const whenIs = async (id: number, state: string) => {
    await until(async () => ["failed", state].includes((await job(id)).state));
    return job(id);
  };
  const upload = (csv: string | Uint8Array<ArrayBuffer>) => uploadCsv(browser, baseUrl, page_id, csv);
  const check = (job_id: number, mapping: Parameters<typeof mappingOf>[0]) =>
    api("POST /pages/:page_id/customer_jobs/:job_id/check", {
      params: { page_id, job_id },
      body: { mapping: mappingOf(mapping) },
    });
  const start = (job_id: number) =>
    api("POST /pages/:page_id/customer_jobs/:job_id/start", { params: { page_id, job_id } });
  const errors = async (job_id: number) =>
    (await api("GET /pages/:page_id/customer_jobs/:job_id/errors", { params: { page_id, job_id } })).errors;
  return { page_id, params, vip, get, job, whenIs, upload, check, start, errors };
}

const mappingOf = (mapping: ("psid" | "first_name" | "email" | "phone" | "tag" | `field:${string}` | null)[]) =>
  mapping;

test("a tag is added to all that match, counted, and taken back from those only who got it", async () => {
  const { page_id, params, vip, get, whenIs } = await aShop(4);
  await api("PATCH /pages/:page_id/customers/:psid", {
    params: { page_id, psid: "web_1001" },
    body: { add_tags: [vip] },
  });
  const body = { action: { type: "add_tag" as const, tag_id: vip }, customers: { filter: { search: "name" } } };
  const { id } = await api("POST /pages/:page_id/customer_jobs", { params, body });
  const done = await whenIs(id, "done");

  assert.deepEqual([done.state, done.done, done.changed, done.subject], ["done", 4, 3, "vip"]);
  assert.deepEqual((await get("web_1004")).tags, [vip]);
  const undo = await api("POST /pages/:page_id/customer_jobs/:job_id/undo", { params: { page_id, job_id: id } });
  await whenIs(undo.id, "done");
  assert.deepEqual((await get("web_1004")).tags, []);
  assert.deepEqual((await get("web_1001")).tags, [vip]);
  const twice = api("POST /pages/:page_id/customer_jobs/:job_id/undo", { params: { page_id, job_id: id } });
  await assert.rejects(twice, { status: 409 });
});

test("an undo leaves values alone that were changed since", async () => {
  const { page_id, params, get, whenIs } = await aShop(2);
  const body = {
    action: { type: "set_field" as const, field: "city", value: "Huế" },
    customers: { psids: ["web_1001", "web_1002", "web_9999"] },
  };
  const { id } = await api("POST /pages/:page_id/customer_jobs", { params, body });
  assert.equal((await whenIs(id, "done")).changed, 2);
  await api("PATCH /pages/:page_id/customers/:psid", {
    params: { page_id, psid: "web_1002" },
    body: { fields: { city: "Vinh" } },
  });
  const undo = await api("POST /pages/:page_id/customer_jobs/:job_id/undo", { params: { page_id, job_id: id } });
  await whenIs(undo.id, "done");

  assert.deepEqual([(await get("web_1001")).fields, (await get("web_1002")).fields], [{}, { city: "Vinh" }]);
});

test("customers are blocked in bulk and unblocked by the undo", async () => {
  const { page_id, params, get, whenIs } = await aShop(2);
  const body = { action: { type: "block" as const }, customers: { psids: ["web_1001"] } };
  const { id } = await api("POST /pages/:page_id/customer_jobs", { params, body });
  await whenIs(id, "done");
  assert.equal((await get("web_1001")).is_blocked, true);
  const undo = await api("POST /pages/:page_id/customer_jobs/:job_id/undo", { params: { page_id, job_id: id } });
  await whenIs(undo.id, "done");
  assert.equal((await get("web_1001")).is_blocked, false);
});

test("a job for an unknown tag, field or value is refused", async () => {
  const { params } = await aShop(1);
  const start = (action: Parameters<typeof api<"POST /pages/:page_id/customer_jobs">>[1]["body"]["action"]) =>
    api("POST /pages/:page_id/customer_jobs", { params, body: { action, customers: { filter: {} } } });

  await assert.rejects(start({ type: "add_tag", tag_id: 999_999 }), { status: 400 });
  await assert.rejects(start({ type: "set_field", field: "nothing", value: "" }), { status: 400 });
  await assert.rejects(start({ type: "set_field", field: "age", value: "old" }), { status: 400 });
});

test("a file is read, mapped by its header, checked line by line, imported, and undone", async () => {
  const { page_id, upload, check, start, whenIs, errors, get, vip } = await aShop(3);
  const csv =
    '\ufeffPSID;Tên;E-mail;City;Age;Thẻ\r\nweb_1001;"Hoa;Lan";;Hà Nội;31;vip\r\n;Bình;one2@example.com;;x;\r\n;;nobody@example.com;;;\r\nweb_1003;Chi;;;;ghost\r\ntg_5;;;;;\r\nweb_77;;;;;\r\n';
  const draft = await upload(csv);
  assert.deepEqual(
    draft.columns?.map(({ target }) => target),
    ["psid", "first_name", "email", "field:city", "field:age", "tag"],
  );
  assert.deepEqual([draft.state, draft.total, draft.columns?.[1]?.samples[0]], ["draft", 6, "Hoa;Lan"]);

  await check(draft.id, ["psid", "first_name", "email", "field:city", "field:age", "tag"]);
  const checked = await whenIs(draft.id, "checked");
  assert.deepEqual([checked.changed, checked.created, checked.failed], [1, 1, 4]);
  assert.deepEqual(
    (await errors(draft.id)).map(({ line, error }) => [line, error]),
    [
      [3, 'The value of "age" does not fit.'],
      [5, 'The page has no tag "ghost".'],
      [6, "The psid is not one of Web chat."],
      [7, "The page has no such customer, and Web chat makes its customers itself."],
    ],
  );
  assert.equal((await get("web_1001")).first_name, "Name1", "nothing is changed yet");

  await start(draft.id);
  const done = await whenIs(draft.id, "done");
  assert.deepEqual([done.changed, done.created, done.failed], [1, 1, 4]);
  const { first_name, tags, fields } = await get("web_1001");
  assert.deepEqual([first_name, tags, fields], ["Hoa;Lan", [vip], { city: "Hà Nội", age: "31" }]);
  const file = await fetching(`${baseUrl}/api/v1/pages/${page_id}/customer_jobs/${draft.id}/errors.csv`);
  assert.match(await file.text(), /6,The psid is not one of Web chat\.,tg_5,/);

  const undo = await api("POST /pages/:page_id/customer_jobs/:job_id/undo", { params: { page_id, job_id: draft.id } });
  await whenIs(undo.id, "done");
  const back = await get("web_1001");
  assert.deepEqual([back.first_name, back.tags, back.fields], ["Name1", [], {}]);
});

test("lines with errors are for those who may build, and their download is in the audit log", async () => {
  const { page_id, upload, check, whenIs } = await aShop(1);
  const draft = await upload("psid\nweb_77\n");
  await check(draft.id, ["psid"]);
  await whenIs(draft.id, "checked");
  const path = `${baseUrl}/api/v1/pages/${page_id}/customer_jobs/${draft.id}/errors`;

  for (const role of ["viewer", "agent"] as const) {
    const member = await signedIn(baseUrl, await aMember(deps, { role, workspaceId: owner.workspaceId }));
    assert.deepEqual([(await member.fetch(`${path}.csv`)).status, (await member.fetch(path)).status], [403, 403], role);
  }
  assert.equal((await fetching(`${path}.csv`)).status, 200);

  const { entries } = await api("GET /workspaces/:workspace_id/audit", {
    params: { workspace_id: owner.workspaceId },
    query: { page_id },
  });
  const downloads = entries.filter(({ action }) => action === "import_errors_exported");
  assert.deepEqual(
    downloads.map(({ user, subject }) => [user, subject]),
    [[owner.email, "people.csv"]],
  );
});

test("a file that cannot be read is refused with the reason, and leaves nothing", async () => {
  const { params, upload, check } = await aShop(1);
  for (const [csv, reason] of [
    [" ", /empty/],
    ["psid,name\n", /no rows/],
    [Buffer.from([0x70, 0x0a, 0xe9, 0x0a]), /not UTF-8/],
    ['psid,name\nweb_1,"open\n', /quote/],
  ] as const)
    await assert.rejects(
      upload(csv),
      (error: Error & { status?: number }) => error.status === 400 && reason.test(error.message),
      String(reason),
    );
  assert.deepEqual((await api("GET /pages/:page_id/customer_jobs", { params })).jobs, []);
  const { id } = await upload("name\tcity\nAnn\tHuế\n");
  await assert.rejects(check(id, [null, "field:city"]), { status: 400 });
});

test("an export has the customers that fit, with formulas made harmless, and an audit entry", async () => {
  const { page_id, params } = await aShop(2);
  await api("PATCH /pages/:page_id/customers/:psid", {
    params: { page_id, psid: "web_1001" },
    body: { first_name: "=1+1", last_name: 'a"b', fields: { city: "-x" } },
  });
  const response = await fetching(
    `${baseUrl}/api/v1/pages/${page_id}/customers.csv?columns=psid,first_name,last_name,city`,
  );
  const [header, first, second, end] = (await response.text()).split("\r\n");

  assert.equal(header?.replace("\ufeff", ""), "psid,first_name,last_name,city");
  assert.equal(first, `web_1001,'=1+1,"a""b",'-x`);
  assert.deepEqual([second, end], ["web_1002,Name2,,", ""]);
  const some = await fetching(`${baseUrl}/api/v1/pages/${page_id}/customers.csv?search=name2`);
  assert.equal((await some.text()).trim().split("\r\n").length, 2);
  const { entries } = await api("GET /workspaces/:workspace_id/audit", { params: { workspace_id: owner.workspaceId } });
  assert.ok(entries.some(({ action, page_id: of }) => action === "customers_exported" && of === params.page_id));
  const agent = await signedIn(baseUrl, await aMember(deps, { role: "agent", workspaceId: owner.workspaceId }));
  assert.equal((await agent.fetch(`${baseUrl}/api/v1/pages/${page_id}/customers.csv`)).status, 403);
});

/** Uploads, checks and imports a file. Returns the job as it has ended. */
async function importAll(shop: Awaited<ReturnType<typeof aShop>>, csv: string) {
  const draft = await shop.upload(csv);
  await shop.check(draft.id, (draft.columns ?? []).map(({ target }) => target) as never);
  const checked = await shop.whenIs(draft.id, "checked");
  await shop.start(draft.id);
  return { checked, done: await shop.whenIs(draft.id, "done") };
}

const listOf = async (page_id: string) =>
  (await api("GET /pages/:page_id/customers", { params: { page_id }, query: { source: "contact", limit: 100 } }))
    .customers;

test("people whom the page does not know become contacts, each once, and equal errors are told together", async () => {
  const shop = await aShop(0);
  const { page_id } = shop;
  const lines = [
    ...["Ann,84 901 234 567,ann@example.com,vip,Huế", "Bo,,bo@example.com,,", "Ann B,+84901234567,,,Vinh"],
    ...["Cy,12,cy@example.com,,", "Di,34,,,", "Em,,em@example.com,ghost,", "Fy,,,,"],
  ];

  const { checked, done } = await importAll(shop, `name,phone,email,tags,city\n${lines.join("\n")}\n`);

  assert.deepEqual([checked.created, checked.failed], [2, 4]);
  assert.deepEqual([done.created, done.failed], [2, 4]);
  await until(async () => (await listOf(page_id)).length === 2);
  const byName = new Map((await listOf(page_id)).map((one) => [one.name, one]));
  const ann = byName.get("Ann B");
  assert.deepEqual(
    [ann?.phone, ann?.email, ann?.tags, ann?.fields, ann?.is_contact],
    ["+84901234567", "ann@example.com", [shop.vip], { city: "Vinh" }, true],
  );
  assert.equal(byName.get("Bo")?.email, "bo@example.com");
  const { groups } = await api("GET /pages/:page_id/customer_jobs/:job_id/error_groups", {
    params: { page_id, job_id: done.id },
  });
  assert.deepEqual(
    groups.map(({ error, count, lines }) => [error, count, lines.map(({ line, cells }) => [line, cells[0]])]),
    [
      [
        'The value of "phone" does not fit.',
        2,
        [
          [5, "Cy"],
          [6, "Di"],
        ],
      ],
      ['The page has no tag "ghost".', 1, [[7, "Em"]]],
      ["The line has no psid, phone number or e-mail address.", 1, [[8, "Fy"]]],
    ],
  );

  const again = await importAll(shop, "phone,city\n84 901 234 567,Hội An\n");
  assert.deepEqual([again.done.created, again.done.changed], [0, 1]);
  const undo = await api("POST /pages/:page_id/customer_jobs/:job_id/undo", {
    params: { page_id, job_id: again.done.id },
  });
  await shop.whenIs(undo.id, "done");
  assert.equal((await shop.get(ann?.psid ?? "")).fields.city, "Vinh");
});

test("an undo erases contacts that the file has made, unless somebody has worked on them since", async () => {
  const shop = await aShop(0);
  const { page_id } = shop;
  const { done } = await importAll(shop, "name,email\nAnn,ann@example.com\nBo,bo@example.com\n");
  await until(async () => (await listOf(page_id)).length === 2);
  const bo = (await listOf(page_id)).find(({ name }) => name === "Bo")?.psid ?? assert.fail();
  await api("PATCH /pages/:page_id/customers/:psid", {
    params: { page_id, psid: bo },
    body: { fields: { city: "Huế" } },
  });

  const undo = await api("POST /pages/:page_id/customer_jobs/:job_id/undo", { params: { page_id, job_id: done.id } });
  await shop.whenIs(undo.id, "done");

  await until(async () => (await listOf(page_id)).length === 1);
  const [left] = await listOf(page_id);
  assert.deepEqual([left?.psid, left?.fields, left?.email], [bo, { city: "Huế" }, null]);
});

test("a line is about a contact, also if somebody has typed its address as theirs", async () => {
  const shop = await aShop(0);
  const { page_id } = shop;
  await someCustomers(deps, page_id, [{ psid: "web_2001", email: "ann@example.com" }]);
  const first = await importAll(shop, "name,email\nAnn,ann@example.com\n");
  assert.deepEqual([first.done.created, first.done.changed], [1, 0]);
  await until(async () => (await listOf(page_id)).length === 1);

  const { done } = await importAll(shop, "email,city\nann@example.com,Huế\n");

  assert.deepEqual([done.changed, done.failed], [1, 0]);
  assert.equal((await shop.get("web_2001")).name, null);
  assert.deepEqual((await shop.get("web_2001")).fields, {});
  assert.deepEqual((await listOf(page_id))[0]?.fields, { city: "Huế" });
});

test("a line with a psid joins the contact with its phone number", async () => {
  const shop = await aShop(1);
  const { page_id } = shop;
  await importAll(shop, "name,phone,city\nAnn Baker,+84901234567,Huế\n");
  await until(async () => (await listOf(page_id)).length === 1);

  await importAll(shop, "psid,phone\nweb_1001,+84901234567\n");

  await until(async () => (await shop.get("web_1001")).fields.city === "Huế");
  await until(async () => (await listOf(page_id)).length === 0);
  assert.equal((await shop.get("web_1001")).name, "Name1", "a name that is there stays");
  const { joined } = await api("GET /pages/:page_id/customers/:psid/joins", { params: { page_id, psid: "web_1001" } });
  assert.deepEqual(
    joined.map(({ contact }) => contact.name),
    ["Ann Baker"],
  );
  const { id } = await shop.upload(`psid\n${joined[0]?.contact.psid}\n`);
  await shop.check(id, ["psid"]);
  await shop.whenIs(id, "checked");
  assert.deepEqual(
    (await shop.errors(id)).map(({ error }) => error),
    ["This contact was joined to a customer. Use that customer's psid."],
  );
});

test("the sample file can be imported as it is, in each language", async () => {
  for (const language of ["en", "vi"]) {
    const shop = await aShop(0);
    const fields = [
      { name: "city", type: "text" as const },
      { name: "age", type: "number" as const },
    ];
    const csv = importSample(language, { fields, tags: ["vip"] });
    const draft = await shop.upload(csv);
    assert.deepEqual(
      draft.columns?.map(({ target }) => target),
      ["name", "phone", "email", "tag", "field:city", "field:age"],
    );
    const { done } = await importAll(shop, csv);
    assert.deepEqual([done.created, done.failed], [2, 0], language);
  }
});
