import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { managementApi } from "@banter/core/api/management/index.ts";
import { loginActions } from "@banter/core/api/management/logins.ts";
import { statusOf } from "@banter/core/model/error.ts";
import * as account from "../../account/words.ts";
import * as evaluations from "../../ai/evaluations/words.ts";
import * as knowledge from "../../ai/knowledge/words.ts";
import * as models from "../../ai/models/words.ts";
import * as ai from "../../ai/words.ts";
import * as automation from "../../audience/automation/words.ts";
import * as audience from "../../audience/words.ts";
import * as assistant from "../../builder/assistant/words.ts";
import * as together from "../../builder/edit/together/words.ts";
import * as triggers from "../../builder/triggers/words.ts";
import * as builder from "../../builder/words.ts";
import * as chat from "../../channels/chat/words.ts";
import * as channels from "../../channels/words.ts";
import * as conversations from "../../conversations/words.ts";
import * as customers from "../../customers/words.ts";
import * as flowList from "../../flows/list/words.ts";
import * as home from "../../home/words.ts";
import * as keywordLab from "../../keywords/lab/words.ts";
import * as suggested from "../../keywords/suggested/words.ts";
import * as keywords from "../../keywords/words.ts";
import * as media from "../../media/words.ts";
import * as events from "../../pages/events/words.ts";
import * as facebook from "../../pages/facebook/words.ts";
import * as gallery from "../../pages/gallery/words.ts";
import * as health from "../../pages/health/words.ts";
import * as hooks from "../../pages/hooks/words.ts";
import * as look from "../../pages/look/words.ts";
import * as pageFile from "../../pages/page-file/words.ts";
import * as prechat from "../../pages/prechat/words.ts";
import * as dataSettings from "../../pages/settings/data-words.ts";
import * as inboxSettings from "../../pages/settings/inbox-words.ts";
import * as secrets from "../../pages/settings/secret-words.ts";
import * as tokens from "../../pages/tokens/words.ts";
import * as statistics from "../../statistics/words.ts";
import * as audit from "../../team/audit/words.ts";
import * as team from "../../team/words.ts";
import * as commentTool from "../../tools/comments/words.ts";
import * as tools from "../../tools/words.ts";
import * as notifications from "../../ui/notification-words.ts";
import * as ui from "../../ui/words.ts";
import { areas as firstAreas, languageFor } from "../../words.ts";
import * as address from "../address/words.ts";
import * as messageTemplates from "../choosers/message-templates/words.ts";
import * as conditions from "../conditions/words.ts";
import * as help from "../help/words.ts";
import * as uses from "../uses/words.ts";
import * as emoji from "../writing/emoji/words.ts";
import * as writing from "../writing/words.ts";

const areas = {
  ...firstAreas,
  channels,
  account,
  ai,
  evaluations,
  knowledge,
  models,
  conditions,
  audience,
  audit,
  assistant,
  automation,
  address,
  builder,
  chat,
  conversations,
  customers,
  dataSettings,
  facebook,
  flowList,
  gallery,
  health,
  help,
  emoji,
  home,
  inboxSettings,
  keywordLab,
  keywords,
  look,
  media,
  messageTemplates,
  notifications,
  secrets,
  events,
  hooks,
  statistics,
  suggested,
  team,
  pageFile,
  prechat,
  tokens,
  together,
  commentTool,
  tools,
  triggers,
  uses,
  writing,
};

type Words = { [key: string]: string | Words };

test("both languages have the same keys and placeholders, and no empty words", () => {
  for (const [area, { en, vi }] of Object.entries(areas)) {
    const [english, vietnamese] = [flatten(en), flatten(vi)];
    assert.deepEqual(Object.keys(vietnamese), Object.keys(english), area);
    for (const [key, text] of Object.entries(english)) {
      assert.ok(text.trim() && vietnamese[key]?.trim(), `${area}:${key} is empty`);
      assert.deepEqual(placeholdersIn(vietnamese[key] ?? ""), placeholdersIn(text), `${area}:${key}`);
    }
  }
});

test("every key that a component uses exists", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const known = Object.entries(areas).flatMap(([area, { en }]) =>
    Object.keys(flatten(en)).map((key) => `${area}:${key.replace(/_(one|other)$/, "")}`),
  );
  const missing = globSync("**/*.{ts,tsx}", { cwd: root, exclude: ["dist/**", "node_modules/**"] }).flatMap((path) => {
    const text = readFileSync(root + path, "utf8");
    const spaces = [...text.matchAll(/useTranslation\("(\w+)"\)|getFixedT\(null, "(\w+)"\)/g)].map(
      ([, hook, fixed]) => hook ?? fixed,
    );
    return (
      [...text.matchAll(/\bt\(\s*"([^"]+)"/g)]
        .map(([, key = ""]) => (key.includes(":") ? [key] : spaces.map((space) => `${space}:${key}`)))
        // A file that is given `t` as an argument does not name the area.
        .filter((keys) => keys.length > 0 && !keys.some((key) => known.includes(key)))
        .map((keys) => `${path}: ${keys.join(" or ")}`)
    );
  });

  assert.deepEqual(missing, []);
});

test("every audit action and every error code has words", () => {
  const routes = Object.values(managementApi).flatMap((route) => ("audit" in route ? [route.audit] : []));
  const actions = [...routes, ...loginActions];

  assert.deepEqual(
    actions.filter((action) => !(action in team.en.actions)),
    [],
  );
  // Codes of the public API, of the web chat or of file downloads, or those that only a broken client can cause.
  const elsewhere = ["token_in_query", "method_not_allowed", "idempotency_conflict", "unsupported_media_type"];
  const messaging = ["outside_messaging_window", "unsupported_content", "customer_unreachable", "not_implemented"];
  const visitors = ["form_required"];
  const files = ["platform_failed"];
  assert.deepEqual(
    Object.keys(statusOf).filter(
      (code) =>
        !(code in ui.en.errors) &&
        !(code in media.en.errors) &&
        ![...elsewhere, ...messaging, ...visitors, ...files].includes(code),
    ),
    [],
  );
});

test("owners read no engineers' words, except where developers work", () => {
  const engineers =
    /\b(json|psid|refs?|webhooks?|apis?|utc|jobs?|hosts?|payload|endpoint|boolean|null|page files?|tệp trang)\b/i;
  const { tokens: _, secrets: __, channels: ___, ...ofOwners } = areas;

  assert.deepEqual(keysWith(engineers, ofOwners), []);
});

test("where owners build and answer, other services are not called servers", () => {
  const { audience, automation, builder, conversations, customers, flowList, health, home, keywords } = areas;
  const { knowledge, statistics, suggested, together, tools, triggers } = areas;
  const lists = { audience, automation, customers, flowList, health, home, keywords, knowledge, statistics, suggested };

  assert.deepEqual(
    keysWith(/\bservers?\b|máy chủ/i, { ...lists, builder, conversations, together, tools, triggers }),
    [],
  );
});

/** The keys of the texts that have such words, in either language. */
function keysWith(pattern: RegExp, asked: object): string[] {
  const found = Object.entries(asked).flatMap(([area, words]) =>
    ["en", "vi"].flatMap((language) =>
      Object.entries(flatten((words as Record<string, Words>)[language] ?? {}))
        .filter(([, text]) => pattern.test(text.replaceAll(/\{\{\w+\}\}/g, "")))
        .map(([key]) => `${area}:${key}`),
    ),
  );
  return [...new Set(found)].filter((key) => !forDevelopers.test(key)).toSorted();
}

/** The step that asks another service, the tab of the API, and the answers of either. */
const forDevelopers = /^pages:settings\.api$|^builder:(problems\.secret_not_for_host$|sendNow\.)/;

test("the language is the chosen one, else the browser's, else English", () => {
  assert.equal(languageFor("vi", "en-GB"), "vi");
  assert.equal(languageFor(null, "vi-VN"), "vi");
  assert.equal(languageFor(null, "fr-FR"), "en");
  assert.equal(languageFor("constructor", "vi"), "en");
});

function flatten(words: Words, prefix = ""): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === "string" ? [[prefix + key, value]] : Object.entries(flatten(value, `${prefix}${key}.`)),
    ),
  );
}

/** Without the count, which a language may express by the word alone, and server messages, which are English. */
const placeholdersIn = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .flatMap(([, name = ""]) => (["count", "message"].includes(name) ? [] : [name]))
    .sort();
