import type { PageInfo, pages } from "@banter/core/api/management/pages.ts";
import { ownChannel } from "@banter/core/channels/index.ts";
import { notFound } from "@banter/core/model/error.ts";
import type { Role } from "@banter/core/model/role.ts";
import type { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { settingsSchemaOf, withoutSecrets } from "../../../../domain/connect/channel-settings.ts";
import { appWebhookUrl, tryConnection, webhookUrl } from "../../../../domain/connect/connecting.ts";
import { chatLink, connectionOf } from "../../../../domain/connect/connection.ts";
import {
  changePageSettings,
  connectPage,
  createPageOn,
  getChannel,
  getPage,
  pausePage,
  removePage,
  tryNewPage,
} from "../../../../domain/pages/page-settings.ts";
import { applyTemplate } from "../../../../domain/pages/templates.ts";
import { type ConnectedPage, listPages } from "../../../../store/catalog/pages.ts";
import { findTokenRenewal } from "../../../../store/catalog/token-renewals.ts";
import { findSend } from "../../../../store/conversations/messages/sends.ts";
import { listProfileSyncs, type ProfileSync } from "../../../../store/conversations/profile-syncs.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const pageHandlers: ManagementHandlers<typeof pages> = {
  "GET /channels": async ({ channels }) => ({
    channels: Object.values(channels).map((channel) => ({
      type: channel.type,
      title: channel.title,
      gives_id: channel.type === ownChannel,
      settings: settingsSchemaOf(channel) as Json,
    })),
  }),

  "GET /workspaces/:workspace_id/pages": async (deps, { workspaceId, role }) => ({
    pages: await infosOf(deps, await listPages(deps.db, workspaceId), role),
  }),

  "POST /workspaces/:workspace_id/pages": {
    async prepare(deps, { workspaceId, body: { platform_id: platformId, template: _, ...given } }) {
      await tryNewPage(deps, { workspaceId, platformId, ...given });
    },
    async handle(deps, { workspaceId, role, body: { platform_id: platformId, template, ...given }, note }) {
      const { id, name } = await createPageOn(deps, { workspaceId, platformId, ...given });
      if (template) await applyTemplate(deps, id, template);
      note({ subject: name });
      return infoOf(deps, await getPage(deps, id), role);
    },
  },

  "GET /pages/:page_id": async (deps, { pageId, role }) => infoOf(deps, await getPage(deps, pageId), role),

  "PATCH /pages/:page_id": async (deps, { pageId, role, body, note }) => {
    const page = await changePageSettings(deps, pageId, settingsOf(body));
    note({ subject: page.name });
    return infoOf(deps, page, role);
  },

  "POST /pages/:page_id/pause": async (deps, { pageId, role, body, note }) => {
    const page = await pausePage(deps, pageId, body.is_paused);
    note({ subject: body.is_paused ? "paused" : "resumed" });
    return infoOf(deps, page, role);
  },

  "DELETE /pages/:page_id": async (deps, { pageId, body, note }) => {
    await removePage(deps, pageId, body.name);
    note({ subject: body.name });
    return {};
  },

  "GET /pages/:page_id/channel": async (deps, { pageId }) => {
    const page = await getPage(deps, pageId);
    const channel = getChannel(deps, page);
    const { settings, hasSecret } = withoutSecrets(channel, page.channelSettings);
    const addresses = channel.webhook
      ? { webhook_url: webhookUrl(deps, pageId), app_webhook_url: appWebhookUrl(deps, page.channel) }
      : { webhook_url: null, app_webhook_url: null };
    const renewal = await findTokenRenewal(deps.db, pageId);
    return {
      settings,
      has_secret: hasSecret,
      ...addresses,
      token_renewal: renewal ? { next_at: renewal.dueAt, reason: renewal.reason } : null,
    };
  },

  "PUT /pages/:page_id/channel": {
    async prepare(deps, { pageId, body }) {
      await tryConnection(deps, pageId, getChannel(deps, await getPage(deps, pageId)), body.settings);
    },
    async handle(deps, { pageId, role, body, note }) {
      const page = await connectPage(deps, pageId, body.settings);
      note({ subject: page.name });
      return infoOf(deps, page, role);
    },
  },

  "GET /pages/:page_id/sends/:send_id": async ({ db }, { pageId, params }) => {
    const { isKnown, isWaiting, messages } = await findSend(db, pageId, params.send_id);
    if (!isKnown) throw notFound("send");
    return {
      state: isWaiting ? "waiting" : "handled",
      messages: messages.map(({ id, status, reason, errorCode, possibleDuplicate, notes }) => ({
        id,
        status,
        reason,
        error_code: errorCode,
        possible_duplicate: possibleDuplicate,
        notes: notes ?? [],
      })),
    };
  },
};

type Json = z.output<ReturnType<typeof z.json>>;

async function infoOf(deps: Deps, page: ConnectedPage, role: Role): Promise<z.output<typeof PageInfo>> {
  const [info] = await infosOf(deps, [page], role);
  if (!info) throw notFound("page");
  return info;
}

async function infosOf(deps: Deps, pages: ConnectedPage[], role: Role): Promise<z.output<typeof PageInfo>[]> {
  const syncs = await listProfileSyncs(
    deps.db,
    pages.map(({ id }) => id),
  );
  return pages.map((page) => {
    const sync = syncs.get(page.id);
    // The set-up has changed since the last sync: the page's runner compares it with the platform within seconds.
    const isStale = sync?.state === "done" && sync.settledRevision < page.revision;
    return infoWith(deps, page, role, isStale ? { ...sync, state: "waiting" } : sync);
  });
}

function infoWith(
  deps: Deps,
  page: ConnectedPage,
  role: Role,
  {
    state,
    reason,
    at,
  }: Pick<ProfileSync, "reason"> & { state: ProfileSync["state"] | "none"; at: Date | null } = noSync,
): z.output<typeof PageInfo> {
  return {
    id: page.id,
    workspace_id: page.workspaceId,
    channel: page.channel,
    name: page.name,
    timezone: page.timezone,
    greeting: page.greeting,
    hours: page.hours,
    origins: page.origins,
    welcome_flow_id: page.welcomeFlowId,
    default_reply_flow_id: page.defaultReplyFlowId,
    default_reply_seconds: page.defaultReplySeconds,
    takes_files: page.takesFiles,
    welcomes_on_open: page.welcomesOnOpen,
    look: page.look,
    is_paused: page.isPaused,
    connection: connectionOf(deps, page),
    profile_sync: { state, reason, at },
    chat_url: chatLink(deps, page, null),
    role,
  };
}

const noSync = { state: "none", reason: null, at: null } as const;

type PageChange = z.output<(typeof pages)["PATCH /pages/:page_id"]["body"]>;

function settingsOf({
  welcome_flow_id,
  default_reply_flow_id,
  default_reply_seconds,
  takes_files,
  welcomes_on_open,
  ...same
}: PageChange) {
  return {
    ...same,
    ...(welcome_flow_id !== undefined && { welcomeFlowId: welcome_flow_id }),
    ...(default_reply_flow_id !== undefined && { defaultReplyFlowId: default_reply_flow_id }),
    ...(default_reply_seconds !== undefined && { defaultReplySeconds: default_reply_seconds }),
    ...(takes_files !== undefined && { takesFiles: takes_files }),
    ...(welcomes_on_open !== undefined && { welcomesOnOpen: welcomes_on_open }),
  };
}
