import { Look } from "../model/content/look.ts";
import { PrechatForm } from "../model/content/prechat-form.ts";
import { defaultInbox } from "../model/inbox-settings.ts";
import { FileTool, type PageFile, type WholePageFile } from "./schema.ts";

/** The file's canonical text: fixed order of keys, no settings at their default, two spaces, a line end. */
export function writePageFile(file: PageFile): string {
  return `${JSON.stringify(canonical(file), null, 2)}\n`;
}

/** The file as plain data in that form, so that equal set-ups have equal text. */
export function canonical(file: WholePageFile): WholePageFile;
export function canonical(file: PageFile): PageFile;
export function canonical(file: PageFile): PageFile {
  const { banter, page, chat, tags, fields, folders, flows, keywords, ice_breakers, main_menu, tools } = file;
  const { secrets, media } = file;
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
    secrets: secrets && secrets.length > 0 ? secrets : undefined,
    media: media && media.length > 0 ? media : undefined,
  };
}

function canonicalPage(page: NonNullable<PageFile["page"]>) {
  const { name, timezone, greeting, hours, origins, welcome, default_reply, default_reply_seconds } = page;
  const { pause_minutes, hand_over_minutes, hand_over_text, takes_files } = page;
  return {
    ...{ name, timezone, greeting, hours, origins, welcome, default_reply, default_reply_seconds },
    pause_minutes: pause_minutes === defaultInbox.pauseMinutes ? undefined : pause_minutes,
    hand_over_minutes,
    hand_over_text,
    takes_files,
  };
}

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
