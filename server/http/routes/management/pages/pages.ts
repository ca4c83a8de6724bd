import type { pages } from "@banter/core/api/management/pages.ts";
import { ownChannel } from "@banter/core/channels/index.ts";
import { notFound } from "@banter/core/model/error.ts";
import type { z } from "zod";
import type { Channel } from "../../../../channels/channel.ts";
import { entrySchemaOf, settingsSchemaOf, withoutSecrets } from "../../../../domain/connect/channel-settings.ts";
import { appWebhookUrl, tryConnection, webhookUrl } from "../../../../domain/connect/connecting.ts";
import { isByLogin, loginOn } from "../../../../domain/connect/login/meta-login.ts";
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
import { fillNewPage } from "../../../../domain/pages/templates.ts";
import { type ConnectedPage, listPages } from "../../../../store/catalog/pages.ts";
import { findTokenRenewal } from "../../../../store/catalog/token-renewals.ts";
import { findSend } from "../../../../store/runtime/messages/sends.ts";
import type { ManagementHandlers } from "../handlers.ts";
import { infoOf, infosOf } from "./page-info.ts";

export const pageHandlers: ManagementHandlers<typeof pages> = {
  "GET /channels": async (deps) => ({
    channels: Object.values(deps.channels).map((channel) => ({
      type: channel.type,
      title: channel.title,
      gives_id: channel.type === ownChannel,
      login: loginOn(deps, channel.type),
      settings: settingsSchemaOf(channel) as Json,
      entry: entrySchemaOf(channel) as Json | null,
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
      if (template) await fillNewPage(deps, id, template);
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
    const addresses = channel.inbound
      ? { webhook_url: webhookUrl(deps, pageId), app_webhook_url: appWebhookUrl(deps, page.channel) }
      : { webhook_url: null, app_webhook_url: null };
    const renewal = await findTokenRenewal(deps.db, pageId);
    const isLogin = isByLogin(deps, page);
    return {
      settings,
      has_secret: hasSecret,
      ...addresses,
      // That of a login is the operator's.
      verify_token: isLogin ? null : verifyTokenOf(channel, page),
      is_by_login: isLogin,
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

/** The word with which the platform verifies the page's webhook address; null if there is none yet. */
function verifyTokenOf({ inbound, settings }: Channel, { channelSettings }: ConnectedPage): string | null {
  const parsed = settings.safeParse(channelSettings);
  return (parsed.success && inbound?.webhook.handshake?.verifyTokenOf(parsed.data)) || null;
}

type Json = z.output<ReturnType<typeof z.json>>;

type PageChange = z.output<(typeof pages)["PATCH /pages/:page_id"]["body"]>;

function settingsOf({
  welcome_flow_id,
  default_reply_flow_id,
  default_reply_seconds,
  takes_files,
  welcomes_on_open,
  prechat_form,
  ...same
}: PageChange) {
  return {
    ...same,
    ...(welcome_flow_id !== undefined && { welcomeFlowId: welcome_flow_id }),
    ...(default_reply_flow_id !== undefined && { defaultReplyFlowId: default_reply_flow_id }),
    ...(default_reply_seconds !== undefined && { defaultReplySeconds: default_reply_seconds }),
    ...(takes_files !== undefined && { takesFiles: takes_files }),
    ...(welcomes_on_open !== undefined && { welcomesOnOpen: welcomes_on_open }),
    ...(prechat_form !== undefined && { prechatForm: prechat_form }),
  };
}
