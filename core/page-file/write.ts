import { AudienceSettings, defaultAudience } from "../audience/settings.ts";
import { ModelForm, ModelLimits } from "../flow/ai/model.ts";
import { SourceForm } from "../knowledge/source.ts";
import { Look } from "../model/content/look.ts";
import { PrechatForm } from "../model/content/prechat-form.ts";
import { defaultInbox } from "../model/inbox-settings.ts";
import { FileEvaluation, FileTool, type PageFile, type WholePageFile } from "./schema.ts";

/** The file's canonical text: fixed order of keys, no settings at their default, two spaces, a line end. */
export function writePageFile(file: PageFile): string {
  return `${JSON.stringify(canonical(file), null, 2)}\n`;
}

/** The file as plain data in that form, so that equal set-ups have equal text. */
export function canonical(file: WholePageFile): WholePageFile;
export function canonical(file: PageFile): PageFile;
export function canonical(file: PageFile): PageFile {
  const { banter, page, chat, tags, fields, folders, flows, keywords, ice_breakers, main_menu, tools } = file;
  const { segments, sequences, rules, models, model_limits, knowledge, evaluations, secrets, media } = file;
  return {
    banter,
    page: page && canonicalPage(page),
    chat: chat && canonicalChat(chat),
    tags,
    fields: fields?.map(({ name, type, label }) => ({ name, type, label })),
    folders,
    flows: flows?.map(canonicalFlow),
    keywords: keywords?.map(canonicalKeyword),
    ice_breakers: ice_breakers?.map(({ title, flow }) => ({ title, flow })),
    main_menu: main_menu?.map(({ title, ...target }) => ({ title, ...target })),
    // Parsing puts the keys in the order of the schema.
    tools: tools?.map((tool) => FileTool.parse(tool)),
    segments: segments?.map(canonicalSegment),
    sequences: sequences?.map(canonicalSequence),
    rules: rules?.map(canonicalRule),
    models: models?.map((model) => ModelForm.parse(model)),
    model_limits: model_limits && ModelLimits.parse(model_limits),
    // Sources have no order of their own.
    knowledge: knowledge?.map((source) => SourceForm.parse(source)).sort(byName),
    evaluations: evaluations?.map((evaluation) => FileEvaluation.parse(evaluation)).sort(byName),
    secrets: secrets && secrets.length > 0 ? secrets : undefined,
    media: media && media.length > 0 ? media : undefined,
  };
}

function canonicalPage(page: NonNullable<PageFile["page"]>) {
  const { name, timezone, greeting, hours, origins, welcome, default_reply, default_reply_seconds } = page;
  const { pause_minutes, hand_over_minutes, hand_over_text, answer_minutes, takes_files } = page;
  return {
    ...{ name, timezone, greeting, hours, origins, welcome, default_reply, default_reply_seconds },
    pause_minutes: pause_minutes === defaultInbox.pauseMinutes ? undefined : pause_minutes,
    hand_over_minutes,
    hand_over_text,
    answer_minutes,
    audience: canonicalAudience(page.audience),
    takes_files,
  };
}

/** Parsing puts the keys in their order. Those at their default are left out. */
function canonicalAudience(given: NonNullable<PageFile["page"]>["audience"]) {
  const settings = Object.entries(AudienceSettings.parse({ ...defaultAudience, ...given }));
  const own = settings.filter(([key, value]) => !isSame(value, defaultAudience[key as keyof AudienceSettings]));
  return own.length > 0 ? (Object.fromEntries(own) as Partial<AudienceSettings>) : undefined;
}

const byName = (one: { name: string }, other: { name: string }) =>
  one.name < other.name ? -1 : Number(one.name > other.name);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Parsing puts the keys in the order of their schema. */
function canonicalChat({ welcome_on_open, look = {}, prechat_form }: NonNullable<PageFile["chat"]>): PageFile["chat"] {
  return {
    welcome_on_open,
    look: Object.keys(look).length > 0 ? Look.parse(look) : undefined,
    prechat_form: prechat_form && PrechatForm.parse(prechat_form),
  };
}

function canonicalFlow({ name, published, is_on, document, draft }: NonNullable<PageFile["flows"]>[number]) {
  const isEditing = published && draft !== undefined && JSON.stringify(draft) !== JSON.stringify(document);
  return {
    name,
    published,
    is_on,
    document: published ? document : (draft ?? document),
    draft: isEditing ? draft : undefined,
  };
}

/** Rules are written with `type` first and the rest by name, whatever order they were given in. */
function canonicalSegment({ name, condition: { match, rules } }: NonNullable<PageFile["segments"]>[number]) {
  const inOrder = ({ type, ...others }: (typeof rules)[number]) => ({
    type,
    ...Object.fromEntries(Object.entries(others).sort(([one], [other]) => (one < other ? -1 : 1))),
  });
  return { name, condition: { match, rules: rules.map(inOrder) } };
}

function canonicalSequence({ name, is_on, steps, leave }: NonNullable<PageFile["sequences"]>[number]) {
  const { on_reply, tags, goals } = leave;
  const some = <Item>(list: Item[] | undefined) => (list && list.length > 0 ? list : undefined);
  return {
    ...{ name, is_on },
    steps: steps.map(({ id, wait_seconds, within, ...what }) => ({ id, wait_seconds, within, ...what })),
    leave: { on_reply, tags: some(tags), goals: some(goals) },
  };
}

/** Parts are written with their keys by name, whatever order they were given in. */
function canonicalRule({ name, is_on, when, if: condition, do: deed, often }: NonNullable<PageFile["rules"]>[number]) {
  return {
    ...{ name, is_on, when: byKey(when) },
    if: condition && byKey(condition),
    ...{ do: byKey(deed), often: byKey(often) },
  };
}

function byKey<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(byKey) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, byKey(item)])) as Value;
}

function canonicalKeyword(keyword: NonNullable<PageFile["keywords"]>[number]) {
  const { name, match, phrases, require, excludes, typos, hours, flow, is_activated } = keyword;
  return {
    name,
    match,
    phrases,
    require: require === "all" ? require : undefined,
    excludes,
    typos: typos || undefined,
    hours,
    flow,
    is_activated,
  };
}
