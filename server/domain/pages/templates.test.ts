import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { type TemplateName, templateLanguages, templateNames } from "@banter/core/api/template-choice.ts";
import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import { lint } from "@banter/core/flow/lint/lint.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import { writePageFile } from "@banter/core/page-file/write.ts";
import { sql } from "../../store/db/sql.ts";
import { aFlow, aKeyword, aPage, aPageFile } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { stateOf } from "../../test/page-state.ts";
import { until } from "../../test/until.ts";
import { aVisitor, type ChatMessage } from "../../test/visitor.ts";
import { lintContext } from "../catalog/flows.ts";
import { applyPageFile } from "../page-file/apply.ts";
import { readPageFile } from "../page-file/read.ts";
import { createPage } from "./pages.ts";
import { applyTemplate, listTemplates, planTemplate } from "./templates.ts";

const { deps, baseUrl } = await testNode({ after });

const read = (path: string) => readFileSync(new URL(`../../../demo/templates/${path}`, import.meta.url), "utf8");
const anEmptyPage = () => createPage(deps, { name: "Empty" });
const shop = { name: "shop", language: "en" } as const;

for (const name of templateNames) {
  for (const language of templateLanguages) {
    test(`the template ${name}.${language} is exported with the bytes of its file`, async () => {
      const text = read(`${name}/${language}.json`);
      const pageId = await anEmptyPage();

      await applyPageFile(deps, pageId, JSON.parse(text), { prune: true });

      assert.equal(writePageFile(await readPageFile(deps, pageId)), text);
    });

    test(`lint finds nothing in the flows of ${name}.${language}, on any channel`, async () => {
      const pageId = await anEmptyPage();
      await applyTemplate(deps, pageId, { name, language });
      const context = await lintContext(deps.db, pageId);
      const { flows } = await stateOf(deps, pageId);

      for (const channel of Object.keys(channelFacts) as ChannelType[])
        assert.deepEqual(
          flows.flatMap((flow) =>
            lint(flow.draft, { ...context, channel, flowId: flow.id }).map((problem) => [channel, flow.name, problem]),
          ),
          [],
        );
    });

    test(`a customer talks with ${name}.${language}`, async () => {
      const pageId = await anEmptyPage();
      await applyTemplate(deps, pageId, { name, language });
      const visitor = await aVisitor(baseUrl, pageId);
      let heard = 0;
      for (const { says, presses, hears } of JSON.parse(read(`${name}/conversation.${language}.json`)) as Line[]) {
        const before = await visitor.hear((messages) => messages.length >= heard);
        if (says !== undefined) await visitor.say(says);
        else await visitor.press(payloadOf(before, presses ?? ""));
        const isHeard = (messages: ChatMessage[]) =>
          messages.slice(heard).some(({ from, text }) => from === "page" && text?.includes(hears));
        heard = (await visitor.hear(isHeard)).length;
      }
    });

    test(`${name}.${language} has keywords, a default reply, ice breakers and a menu that every channel shows`, () => {
      const { page, flows = [], keywords = [], ice_breakers = [], main_menu = [] } = fileOf(name, language);
      const published = new Set(flows.map((flow) => flow.name));
      const entrances = [
        page.welcome,
        page.default_reply,
        ...keywords.map(({ flow }) => flow),
        ...ice_breakers.map(({ flow }) => flow),
        ...main_menu.map((item) => ("flow" in item ? item.flow : null)),
      ];

      assert.ok(entrances.every((flow) => flow !== null && published.has(flow)));
      assert.ok(keywords.length >= 3 && ice_breakers.length >= 3 && main_menu.length >= 2);
      for (const { iceBreakers, mainMenu } of Object.values(channelFacts)) {
        assert.ok(fits(ice_breakers, iceBreakers));
        assert.ok(fits(main_menu, mainMenu));
      }
      assert.ok(JSON.stringify(flows).includes('"hand_over"'));
    });
  }

  test(`both languages of ${name} have the same flows and steps`, () => {
    const [english, vietnamese] = templateLanguages.map((language) => shapeOf(fileOf(name, language)));

    assert.deepEqual(vietnamese, english);
  });
}

test("every template of the gallery greets with some words", () => {
  for (const language of templateLanguages)
    for (const { name, title, hello, flows } of listTemplates(language)) {
      assert.ok(title !== "" && hello.texts.length > 0 && flows.length > 2, name);
      assert.ok(hello.buttons.length + hello.quick_replies.length > 0, name);
    }
});

test("a template makes an empty page greet, answer and keep its name and time zone", async () => {
  const pageId = await anEmptyPage();

  await applyTemplate(deps, pageId, shop);

  const { page, flows = [], folders } = await readPageFile(deps, pageId);
  assert.deepEqual([page.name, page.timezone], ["Empty", "UTC"]);
  assert.deepEqual([page.welcome, page.default_reply], ["Welcome", "Not understood"]);
  assert.ok(flows.every(({ published }) => published));
  assert.deepEqual(folders, []);
});

test("a template changes nothing of a page that has flows, and is planned as it is added", async () => {
  const { pageId } = await aPage(deps, {
    page: { ...aPageFile().page, greeting: "Our own", welcome: "Welcome" },
    tags: ["buyer"],
    fields: [{ name: "product", type: "text" }],
    folders: ["Shop"],
    flows: [aFlow("Welcome", "Our own welcome"), aFlow("Shop/Prices")],
    keywords: [{ ...aKeyword("price", "Shop/Prices"), name: "Prices" }],
    ice_breakers: [{ title: "Prices?", flow: "Shop/Prices" }],
  });
  const before = await readPageFile(deps, pageId);
  const planned = await planTemplate(deps, pageId, shop, {});

  const changes = await applyTemplate(deps, pageId, shop);

  const now = await readPageFile(deps, pageId);
  assert.deepEqual(changes, planned);
  assert.deepEqual([now.page.greeting, now.page.welcome], ["Our own", "Welcome"]);
  assert.equal(now.page.default_reply, "Shop (2)/Not understood");
  for (const section of ["tags", "fields", "folders", "flows", "keywords", "ice_breakers"] as const)
    assert.deepEqual(now[section]?.slice(0, before[section]?.length), before[section], section);
  assert.deepEqual(now.ice_breakers, before.ice_breakers);
  assert.deepEqual(now.folders, ["Shop", "Shop (2)"]);
  assert.ok(now.flows?.some(({ name }) => name === "Shop (2)/Welcome"));
  assert.ok(now.keywords?.some(({ name, flow }) => name === "Prices (2)" && flow === "Shop (2)/Products"));
});

test("a template may take over the greeting, and added twice it stands there twice", async () => {
  const { pageId } = await aPage(deps, {
    page: { ...aPageFile().page, welcome: "Welcome" },
    flows: [aFlow("Welcome", "Our own welcome")],
  });

  await applyTemplate(deps, pageId, shop, { greets: true });
  await applyTemplate(deps, pageId, shop);

  const { page, folders } = await readPageFile(deps, pageId);
  assert.equal(page.welcome, "Shop/Welcome");
  assert.deepEqual(folders, ["Shop", "Shop (2)"]);
});

test("a keyword whose flow is in the trash finds it again after a template was added", async () => {
  const { pageId } = await aPage(deps, { flows: [aFlow("Old"), aFlow("New")], keywords: [aKeyword("old", "Old")] });
  const trash = (trashedAt: Date | null) =>
    deps.db.count(sql`update flows set trashed_at = ${trashedAt} where page_id = ${pageId} and name = 'Old'`);
  await trash(new Date());

  await applyTemplate(deps, pageId, shop);

  await trash(null);
  const { keywords } = await stateOf(deps, pageId);
  assert.notEqual(keywords.find(({ name }) => name === "Says old")?.flowId, null);
});

test("a page whose field has another type gets a clear refusal and stays as it is", async () => {
  const { pageId } = await aPage(deps, { fields: [{ name: "quantity", type: "text" }] });
  const before = await readPageFile(deps, pageId);

  const error = await applyTemplate(deps, pageId, shop).catch((error) => error);

  assert.ok(error instanceof AppError && error.code === "conflict");
  assert.match(error.message, /quantity/);
  assert.deepEqual(await readPageFile(deps, pageId), before);
});

test("the series of the welcome series starts and stops", async () => {
  const pageId = await anEmptyPage();
  await applyTemplate(deps, pageId, { name: "welcome_series", language: "en" });
  const visitor = await aVisitor(baseUrl, pageId);
  const says = async (words: string, hears: string) => {
    await visitor.say(words);
    await visitor.hear((messages) => messages.some(({ text }) => text?.includes(hears)));
  };
  const isWaiting = async () => {
    const { state } = await deps.db.get<{ state: string }>(
      sql`select coalesce(state::text, '') as state from customers where page_id = ${pageId} and psid = ${visitor.psid}`,
    );
    return state.includes('"day1"');
  };

  await says("subscribe", "interests you");
  await says("Tips", "comes tomorrow");
  await until(isWaiting);
  await says("stop", "no more messages");
  await until(async () => !(await isWaiting()));
});

type Line = { says?: string; presses?: string; hears: string };

/** The payload of the last button, quick reply or choice with this title. */
function payloadOf(messages: ChatMessage[], title: string): string {
  const offers = messages.flatMap(({ buttons = [], quick_replies = [], elements = [] }) => [
    ...buttons,
    ...quick_replies,
    ...elements.flatMap((element) => element.buttons ?? []),
  ]);
  const offer = offers.findLast((offer) => offer.title === title);
  assert.ok(offer?.payload, `nothing is called ${title}`);
  return offer.payload;
}

/** True for a channel that shows all of them uncut, or has no place for any. */
const fits = (items: { title: string }[], { count, characters }: { count: number; characters: number }) =>
  count === 0 || (items.length <= count && items.every(({ title }) => title.length <= characters));

const fileOf = (name: TemplateName, language: string) => JSON.parse(read(`${name}/${language}.json`)) as PageFile;

/** Everything of a file but its words. */
function shapeOf({ tags, fields, flows = [], keywords = [], ice_breakers, main_menu, tools }: PageFile) {
  return {
    counts: [tags?.length, fields?.map(({ type }) => type), ice_breakers?.length, main_menu?.length, tools?.length],
    keywords: keywords.map(({ match, flow }) => [match, flows.findIndex(({ name }) => name === flow)]),
    flows: flows.map(({ document }) =>
      Object.entries(document.steps as Record<string, { type: string; next?: unknown }>).map(([id, step]) => [
        id,
        step.type,
        step.next,
      ]),
    ),
  };
}
