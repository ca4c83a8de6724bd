import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ShownForm } from "@banter/core/api/prechat-form.ts";
import type { PrechatForm } from "@banter/core/model/content/prechat-form.ts";
import type { WholePageFile } from "@banter/core/page-file/schema.ts";
import { changePageSettings } from "../../domain/pages/page-settings.ts";
import { findCustomer } from "../../store/customers/customer-rows.ts";
import { aFlow, aPage, aPageFile } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { aPng } from "../../test/sample-files.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const { deps, baseUrl } = await testNode({ after });

const form: PrechatForm = {
  title: { en: "Before we start", vi: "Trước khi bắt đầu" },
  fields: [
    { field: "user_full_name", is_required: true },
    { field: "email", is_required: false },
    { field: "phone", label: { vi: "Zalo" }, is_required: false },
    { field: "size", is_required: false, choices: ["S", "M"] },
    { field: "budget", is_required: false },
    { field: "birthday", is_required: false },
    { field: "member", is_required: false },
  ],
  consent: { text: { en: "I agree.", vi: "Tôi đồng ý." }, url: "https://shop.example/privacy", is_required: true },
  may_skip: false,
};

/** A page whose welcome greets by what the form has asked, on opening. */
async function aPageWithForm(change: Partial<PrechatForm> = {}, file: Partial<WholePageFile> = {}) {
  const { pageId } = await aPage(deps, {
    page: { ...aPageFile().page, welcome: "Welcome" },
    chat: { welcome_on_open: true, prechat_form: { ...form, ...change } },
    fields: [
      { name: "size", type: "text", label: "Cỡ áo" },
      { name: "budget", type: "number" },
      { name: "birthday", type: "date" },
      { name: "member", type: "boolean" },
    ],
    flows: [aFlow("Welcome", "Hi {{user_first_name}}, size {{size}}"), aFlow("Poster", "From the poster, {{email}}")],
    tools: [{ type: "chat_ref_url", name: "Poster", ref: "poster", flow: "Poster", is_published: true }],
    ...file,
  });
  return pageId;
}

type Problem = { code: string; errors: { path: string; message: string }[] };
const problemOf = async (response: Response) => (await response.json()) as Problem;

async function visitAgain(pageId: string, token: string, body: object) {
  const response = await fetch(`${baseUrl}/api/webchat/v1/pages/${pageId}/visits`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { form: ShownForm | null; conversation: unknown[] };
}

test("a visitor learns of the form, with the type and the label of each field", async () => {
  const pageId = await aPageWithForm();

  const profile = await (await fetch(`${baseUrl}/api/webchat/v1/pages/${pageId}/profile`)).json();
  const ann = await aVisitor(baseUrl, pageId);
  const visit = await visitAgain(pageId, ann.token, {});

  const asked = (field: string, type: string, more = {}) => ({ field, type, is_required: false, ...more });
  assert.deepEqual(visit.form, {
    title: form.title,
    fields: [
      asked("user_full_name", "name", { is_required: true }),
      asked("email", "email"),
      asked("phone", "phone", { label: { vi: "Zalo" } }),
      asked("size", "choice", { label: { en: "Cỡ áo" }, choices: ["S", "M"] }),
      asked("budget", "number", { label: { en: "budget" } }),
      asked("birthday", "date", { label: { en: "birthday" } }),
      asked("member", "boolean", { label: { en: "member" } }),
    ],
    consent: form.consent,
    may_skip: false,
  });
  assert.deepEqual((profile as { form: unknown }).form, visit.form);
});

test("answers are stored before the first message, in the form of their fields, and the welcome waits for them", async () => {
  const pageId = await aPageWithForm();
  const about = { opened: true, locale: "vi-VN", timezone: "Asia/Ho_Chi_Minh" };
  const ann = await aVisitor(baseUrl, pageId, about);
  const answers = {
    user_full_name: " Lan Anh ",
    email: "lan@shop.example ",
    phone: "0901 234 567",
    size: "M",
    budget: "1.500.000",
    birthday: "2001-03-09",
    member: "true",
  };

  const response = await ann.post("/form", { answers, consent: true });
  const again = await visitAgain(pageId, ann.token, about);
  const [welcome] = await ann.hear((messages) => messages.length > 0);

  assert.deepEqual([response.status, await response.json()], [200, { accepted: true }]);
  assert.deepEqual([again.form, again.conversation], [null, []]);
  assert.equal(welcome?.text, "Hi Lan, size M");
  const customer = await findCustomer(deps.db, pageId, ann.psid);
  assert.deepEqual(
    [customer?.firstName, customer?.lastName, customer?.email, customer?.phone, customer?.fields],
    [
      ...["Lan", "Anh", "lan@shop.example", "+84901234567"],
      { size: "M", budget: "1500000", birthday: "2001-03-09", member: "true" },
    ],
  );
  const { text, url } = customer?.state?.formConsent ?? {};
  assert.deepEqual({ text, url }, { text: "Tôi đồng ý.", url: "https://shop.example/privacy" });
});

test("the flow of a ref starts after the form, and the source of the visitor is known", async () => {
  const pageId = await aPageWithForm();
  const ann = await aVisitor(baseUrl, pageId, { ref: "poster", opened: true });

  await ann.post("/form", { answers: { user_full_name: "Lan", email: "lan@shop.example" }, consent: true });
  await visitAgain(pageId, ann.token, { ref: "poster", opened: true });
  const heard = await ann.hear((messages) => messages.length > 0);

  assert.deepEqual(
    heard.map(({ text }) => text),
    ["From the poster, lan@shop.example"],
  );
  await until(async () => (await findCustomer(deps.db, pageId, ann.psid))?.source === "ref poster");
});

test("every bad answer is named, and nothing is stored until all are right", async () => {
  const pageId = await aPageWithForm();
  const ann = await aVisitor(baseUrl, pageId);
  const answers = {
    ...{ user_full_name: "  ", email: "lan@", phone: "12", size: "XL", budget: "much", birthday: "31.02.2001" },
    ...{ member: "perhaps", nickname: "L" },
  };

  const { code, errors } = await problemOf(await ann.post("/form", { answers }));

  assert.equal(code, "invalid_field");
  assert.deepEqual(
    errors.map(({ path, message }) => `${path} ${message}`),
    [
      "/answers/nickname is not asked for",
      "/answers/user_full_name is required",
      "/answers/email must be an e-mail address",
      "/answers/phone must be a phone number",
      "/answers/size must be one of the choices",
      "/answers/budget must be a number",
      "/answers/birthday must be a date",
      "/answers/member must be true or false",
      "/consent is required",
    ],
  );
  assert.equal((await findCustomer(deps.db, pageId, ann.psid))?.email, null);
  assert.equal((await ann.post("/form", { answers: { user_full_name: "x".repeat(1001) } })).status, 400);
  assert.equal((await ann.post("/form", { answers: { user_full_name: "x".repeat(201) }, consent: true })).status, 400);
  assert.equal((await ann.post("/form", { skipped: true })).status, 400);
  assert.equal((await ann.post("/form", {})).status, 400);
  assert.equal((await ann.post("/form", { answers: {}, skipped: true })).status, 400);
  assert.equal((await ann.post("/form", { answers: { email: 7 } })).status, 400);
  assert.equal((await ann.post("/form", { skipped: true }, { authorization: "Bearer web_1.no" })).status, 401);
});

test("messages and files before the form are refused", async () => {
  const pageId = await aPageWithForm();
  const ann = await aVisitor(baseUrl, pageId);
  const sendFile = () =>
    fetch(`${baseUrl}/api/webchat/v1/pages/${pageId}/files`, {
      method: "POST",
      headers: { authorization: `Bearer ${ann.token}`, "x-file-name": "a.png" },
      body: new Uint8Array(aPng({ width: 3 })),
    });

  for (const refused of [await ann.say("hello"), await sendFile()])
    assert.deepEqual([refused.status, (await problemOf(refused)).code], [409, "form_required"]);
  await ann.post("/form", { answers: { user_full_name: "Lan" }, consent: true });

  assert.equal((await ann.say("hello")).status, 202);
  assert.equal((await sendFile()).status, 200);
});

test("a form is kept once", async () => {
  const pageId = await aPageWithForm();
  const ann = await aVisitor(baseUrl, pageId);
  const fill = (name: string) => ann.post("/form", { answers: { user_full_name: name }, consent: true });

  await fill("Lan");
  const repeated = await fill("Mai");

  assert.equal(repeated.status, 200);
  await ann.say("hello");
  await until(async () => (await findCustomer(deps.db, pageId, ann.psid))?.lastInputAt !== null);
  assert.equal((await findCustomer(deps.db, pageId, ann.psid))?.firstName, "Lan");
});

test("a visitor who may skip the form writes without it, and is not asked again", async () => {
  const pageId = await aPageWithForm({ may_skip: true });
  const [ann, bob] = [await aVisitor(baseUrl, pageId), await aVisitor(baseUrl, pageId)];

  assert.equal((await ann.post("/form", { skipped: true })).status, 200);
  assert.equal((await bob.say("hello")).status, 202);

  assert.equal((await visitAgain(pageId, ann.token, {})).form, null);
  await until(async () => (await visitAgain(pageId, bob.token, {})).form === null);
});

test("a visitor who has written before is not asked, and a page without a form asks nobody", async () => {
  const { pageId } = await aPage(deps);
  const ann = await aVisitor(baseUrl, pageId);
  await ann.say("hello");
  await ann.hear((messages) => messages.length > 0);

  await changePageSettings(deps, pageId, { prechatForm: { ...form, fields: form.fields.slice(0, 2) } });

  assert.equal((await visitAgain(pageId, ann.token, {})).form, null);
  assert.equal((await ann.say("still here")).status, 202);
  const bob = await aVisitor(baseUrl, pageId);
  await until(async () => (await visitAgain(pageId, bob.token, {})).form !== null);
  await changePageSettings(deps, pageId, { prechatForm: null });
  await until(async () => (await visitAgain(pageId, bob.token, {})).form === null);
  assert.equal((await bob.say("hello")).status, 202);
});
