import { AppError, notFound } from "@banter/core/model/error.ts";
import type { PostList } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import { SendError } from "../../outbound/send-error.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { listMessageForms, replaceMessageForms } from "../../store/catalog/platform/message-forms.ts";
import { listMessageTemplates, replaceMessageTemplates } from "../../store/catalog/platform/message-templates.ts";
import { findPlatformAccount, noteListRead } from "../../store/catalog/platform/platform-accounts.ts";
import { refusalOf } from "./connecting.ts";

type PlatformDeps = Pick<Deps, "db" | "channels">;

/** The stored templates of the page's account. `read_at` is null if they must be read from the platform. */
export async function showTemplates({ db, channels }: PlatformDeps, pageId: string) {
  const page = await findPage(db, pageId);
  const [templates, account] = [await listMessageTemplates(db, pageId), await findPlatformAccount(db, pageId)];
  return {
    has_templates: page !== undefined && Boolean(channels[page.channel]?.templates?.list),
    templates,
    read_at: account?.templatesReadAt ?? null,
  };
}

export async function showForms({ db, channels }: PlatformDeps, pageId: string) {
  const page = await findPage(db, pageId);
  const [forms, account] = [await listMessageForms(db, pageId), await findPlatformAccount(db, pageId)];
  return {
    has_forms: page !== undefined && Boolean(channels[page.channel]?.templates?.listForms),
    forms,
    read_at: account?.formsReadAt ?? null,
  };
}

/** Reads the templates from the platform. Must not run in a transaction, because the platform may take seconds. */
export async function readTemplates(deps: PlatformDeps, pageId: string): Promise<void> {
  const { channel, settings } = await connectedTo(deps, pageId);
  const list = channel.templates?.list;
  if (!list) throw new AppError("conflict", `${channel.title} has no message templates.`);
  const templates = await asked(channel, () => list(settings));
  await deps.db.transact(async (db) => {
    await replaceMessageTemplates(db, pageId, templates);
    await noteListRead(db, pageId, "templates");
  });
}

/** Likewise for the forms. */
export async function readForms(deps: PlatformDeps, pageId: string): Promise<void> {
  const { channel, settings } = await connectedTo(deps, pageId);
  const list = channel.templates?.listForms;
  if (!list) throw new AppError("conflict", `${channel.title} has no forms.`);
  const forms = await asked(channel, () => list(settings));
  await deps.db.transact(async (db) => {
    await replaceMessageForms(db, pageId, forms);
    await noteListRead(db, pageId, "forms");
  });
}

/** Posts of the page's account. They are not stored: an owner looks at them when a tool is made. */
export async function readPosts(deps: PlatformDeps, pageId: string, after: string | null): Promise<PostList> {
  const { channel, settings } = await connectedTo(deps, pageId);
  const { comments } = channel;
  if (!comments) throw new AppError("conflict", `${channel.title} has no posts.`);
  return asked(channel, () => comments.listPosts(settings, { pageId, after }));
}

async function connectedTo({ db, channels }: PlatformDeps, pageId: string) {
  const page = await findPage(db, pageId);
  const channel = page && channels[page.channel];
  if (!channel) throw notFound("page");
  const settings = channel.settings.safeParse(page.channelSettings);
  if (!settings.success) throw new AppError("conflict", "The page is not connected.");
  return { channel, settings: settings.data };
}

async function asked<Result>(channel: Parameters<typeof refusalOf>[0], ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof SendError ? refusalOf(channel, error) : error;
  }
}
