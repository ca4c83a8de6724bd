import { formWithFields } from "@banter/core/api/prechat-form.ts";
import type { NamedDocument } from "@banter/core/flow/document/document.ts";
import { mapReferences } from "@banter/core/flow/document/references.ts";
import { notFound } from "@banter/core/model/error.ts";
import { FileTool, type WholePageFile } from "@banter/core/page-file/schema.ts";
import { canonical } from "@banter/core/page-file/write.ts";
import type { Deps } from "../../deps.ts";
import { describeMedia } from "./media.ts";
import { flowPaths, folderPaths, loadPageState, type PageState } from "./state.ts";

/** The page's set-up as a page file, with the hashes of the stored files in it. */
export async function readPageFile({ db }: Pick<Deps, "db">, pageId: string): Promise<WholePageFile> {
  return db.snapshot(async (db) => {
    const state = await loadPageState(db, pageId);
    if (!state) throw notFound("page");
    return describeMedia({ db }, pageId, toPageFile(state));
  });
}

/** Replaces ids by names. A reference to something deleted or trashed becomes null. */
export function toPageFile(state: PageState): WholePageFile {
  const { page, folders, flows } = state;
  const folderPath = folderPaths(folders);
  const flowPath = flowPaths(flows, folders);
  const flow = (id: number | null) => (id === null ? null : (flowPath.get(id) ?? null));
  const tagNames = new Map(state.tags.map(({ id, name }) => [id, name]));
  const fieldNames = new Map(state.fields.map(({ id, name }) => [id, name]));
  const names = { flow: flowPath, tag: tagNames, field: fieldNames };
  const named = (document: unknown) =>
    mapReferences(document, ({ kind, value }) => ({
      by: "name",
      value: typeof value === "number" ? (names[kind].get(value) ?? null) : null,
    })) as NamedDocument;

  return canonical({
    banter: 1,
    page: {
      name: page.name,
      timezone: page.timezone,
      greeting: page.greeting ?? undefined,
      hours: page.hours ?? undefined,
      origins: page.origins.length > 0 ? page.origins : undefined,
      welcome: flow(page.welcomeFlowId),
      default_reply: flow(page.defaultReplyFlowId),
      default_reply_seconds: page.defaultReplySeconds || undefined,
      pause_minutes: page.pauseMinutes,
      hand_over_minutes: page.handOverMinutes ?? undefined,
      hand_over_text: page.handOverText ?? undefined,
      takes_files: page.takesFiles ? undefined : false,
    },
    chat: {
      welcome_on_open: page.welcomesOnOpen,
      look: page.look,
      prechat_form: formWithFields(page.prechatForm, state.fields) ?? undefined,
    },
    tags: state.tags.map(({ name }) => name),
    fields: state.fields.map(({ name, type, label }) => ({ name, type, label: label ?? undefined })),
    folders: folders.map(({ id }) => folderPath.get(id) ?? ""),
    flows: flows.map(({ id, publishedVersion, published, draft, isOn }) => ({
      name: flowPath.get(id) ?? "",
      published: publishedVersion !== null,
      is_on: isOn ? undefined : false,
      document: named(publishedVersion === null ? draft : published),
      draft: named(draft),
    })),
    keywords: state.keywords.map(({ flowId, isActivated, hours, id: _, ...keyword }) => ({
      ...keyword,
      hours: hours ?? undefined,
      flow: flow(flowId),
      is_activated: isActivated,
    })),
    ice_breakers: state.iceBreakers.map(({ title, flowId }) => ({ title, flow: flow(flowId) })),
    main_menu: state.menuItems.map(({ title, flowId, url, command }) =>
      url === null ? { title, flow: flow(flowId), ...(command !== null && { command }) } : { title, url },
    ),
    tools: state.tools.map(({ type, name, ref, flowId, isPublished, settings }) =>
      FileTool.parse({
        ...{ type, name, ref, flow: flow(flowId), is_published: isPublished },
        ...(settings && { settings }),
      }),
    ),
    secrets: state.secrets.map(({ name }) => name),
  });
}
