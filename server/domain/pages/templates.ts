import { readFileSync } from "node:fs";
import {
  type TemplateChoice,
  type TemplateLanguage,
  type TemplateName,
  templateNames,
} from "@banter/core/api/template-choice.ts";
import { AppError } from "@banter/core/model/error.ts";
import { isObject } from "@banter/core/model/json.ts";
import type { Change } from "@banter/core/page-file/compare.ts";
import { conflictingFields, type FitOptions, fitTemplate } from "@banter/core/page-file/fit-template.ts";
import { WholePageFile } from "@banter/core/page-file/schema.ts";
import type { Deps } from "../../deps.ts";
import { applyPageFile, planPageFile } from "../page-file/apply.ts";
import { readPageFile } from "../page-file/read.ts";
import { changePageSettings, getPage } from "./page-settings.ts";

/** The entries of the gallery, in a language. */
export const listTemplates = (language: TemplateLanguage) => templateNames.map((name) => describe(name, language));

/** Returns what adding the template would change. */
export async function planTemplate(
  deps: Pick<Deps, "db">,
  pageId: string,
  choice: TemplateChoice,
  options: FitOptions,
): Promise<Change[]> {
  return planPageFile(deps, pageId, await fit(deps, pageId, choice, options), behind);
}

/** Adds the template to the page, published. Nothing of the page is replaced or removed. */
export function applyTemplate(
  { db }: Pick<Deps, "db">,
  pageId: string,
  choice: TemplateChoice,
  options: FitOptions = {},
): Promise<Change[]> {
  return db.transact(async (db) => applyPageFile({ db }, pageId, await fit({ db }, pageId, choice, options), behind));
}

/** Sets up a new page by a template: its chat speaks the template's language too. */
export async function fillNewPage(deps: Pick<Deps, "db">, pageId: string, choice: TemplateChoice): Promise<void> {
  await applyTemplate(deps, pageId, choice);
  const { look } = await getPage(deps, pageId);
  await changePageSettings(deps, pageId, { look: { ...look, language: choice.language } });
}

const behind = { prune: false, isBehind: true };

async function fit(deps: Pick<Deps, "db">, pageId: string, { name, language }: TemplateChoice, options: FitOptions) {
  const page = await readPageFile(deps, pageId);
  const template = readTemplate(name, language);
  const [field] = conflictingFields(page, template);
  if (field !== undefined)
    throw new AppError("conflict", `The page has a field “${field}” of another type than the template's.`);
  return fitTemplate(page, template, options);
}

function describe(name: TemplateName, language: TemplateLanguage) {
  const {
    page,
    flows = [],
    keywords = [],
    ice_breakers = [],
    main_menu = [],
    fields = [],
  } = readTemplate(name, language);
  return {
    name,
    title: page.name,
    hello: firstWords(flows.find((flow) => flow.name === page.welcome)?.document),
    flows: flows.map((flow) => flow.name),
    keywords: keywords.map((keyword) => ({ name: keyword.name, phrases: keyword.phrases })),
    ice_breakers: ice_breakers.map(({ title }) => title),
    main_menu: main_menu.map(({ title }) => title),
    fields: fields.map((field) => field.name),
  };
}

/** The texts and buttons of a flow's first step. */
function firstWords(document: unknown) {
  const step = isObject(document) && isObject(document.steps) ? document.steps[String(document.start)] : undefined;
  const content = isObject(step) && isObject(step.content) ? step.content : {};
  const messages = listOf(content.messages);
  const titles = (items: unknown, key: string) =>
    listOf(items).flatMap((item) => (typeof item[key] === "string" ? [item[key]] : []));
  const choices = isObject(step) && Array.isArray(step.choices) ? step.choices.map(String) : [];
  return {
    texts: titles(messages, "text"),
    buttons: messages.flatMap(({ buttons }) => titles(buttons, "title")),
    quick_replies: [...choices, ...titles(content.quick_replies, "caption")],
  };
}

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

const read = new Map<string, WholePageFile>();

function readTemplate(name: TemplateName, language: TemplateLanguage): WholePageFile {
  const path = `${name}/${language}.json`;
  const file = read.get(path) ?? WholePageFile.parse(JSON.parse(readFileSync(new URL(path, folder), "utf8")));
  read.set(path, file);
  return file;
}

const folder = new URL("../../../demo/templates/", import.meta.url);
