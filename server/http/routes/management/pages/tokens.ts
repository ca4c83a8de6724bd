import type { tokens } from "@banter/core/api/management/page/tokens.ts";
import {
  createApiToken,
  createPageToken,
  removeApiToken,
  removePageToken,
} from "../../../../domain/pages/page-tokens.ts";
import { type ApiToken, listApiTokens } from "../../../../store/catalog/api-tokens.ts";
import { findPageToken } from "../../../../store/catalog/page-tokens.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const tokenHandlers: ManagementHandlers<typeof tokens> = {
  "GET /pages/:page_id/token": async ({ db }, { pageId }) => {
    const token = await findPageToken(db, pageId);
    return { token: token ? { created_at: token.createdAt, last_used_at: token.lastUsedAt } : null };
  },

  "POST /pages/:page_id/token": async (deps, { pageId }) => ({ token: await createPageToken(deps, pageId) }),

  "DELETE /pages/:page_id/token": async (deps, { pageId }) => {
    await removePageToken(deps, pageId);
    return {};
  },

  "GET /pages/:page_id/tokens": async ({ db }, { pageId }) => ({
    tokens: (await listApiTokens(db, pageId)).map(infoOf),
  }),

  "POST /pages/:page_id/tokens": async (deps, { pageId, body, note }) => {
    const { token, info } = await createApiToken(deps, pageId, body);
    note({ subject: info.name, subjectId: info.id });
    return { token, info: infoOf(info) };
  },

  "DELETE /pages/:page_id/tokens/:token_id": async (deps, { pageId, params, note }) => {
    note({ subject: await removeApiToken(deps, pageId, params.token_id), subjectId: params.token_id });
    return {};
  },
};

const infoOf = ({ createdAt, lastUsedAt, ...token }: ApiToken) => ({
  ...token,
  created_at: createdAt,
  last_used_at: lastUsedAt,
});
