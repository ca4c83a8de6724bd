import type { MediaView, media } from "@banter/core/api/management/media.ts";
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { mediaPathOf, mediaUrlOf } from "../../../domain/media/addresses.ts";
import { changeName, deleteMedia, findUses, listLibrary } from "../../../domain/media/library.ts";
import { storeUpload } from "../../../domain/media/upload.ts";
import { type MediaRow, sumMedia } from "../../../store/media/media.ts";
import type { ManagementHandlers } from "./handlers.ts";

export const mediaHandlers: ManagementHandlers<typeof media> = {
  "GET /pages/:page_id/media": async (deps, { pageId, query }) => {
    const { media, next } = await listLibrary(deps, pageId, {
      kind: query.kind,
      source: query.source,
      search: query.search,
      before: query.before,
      limit: query.limit,
    });
    const { all } = await sumMedia(deps.db, pageId);
    return {
      media: media.map((each) => infoOf(deps, each)),
      next,
      used_bytes: all,
      quota_bytes: deps.config.media.quotaBytes,
    };
  },

  "POST /pages/:page_id/media": async (deps, { pageId, user, file, note }) => {
    const stored = await storeUpload(deps, { pageId, userId: user.id, psid: null }, file);
    note({ subject: stored.name, subjectId: stored.id });
    return infoOf(deps, stored);
  },

  "PATCH /pages/:page_id/media/:media_id": async (deps, { pageId, params, body, note }) => {
    const renamed = await changeName(deps, pageId, params.media_id, body.name);
    note({ subject: renamed.name, subjectId: renamed.id });
    return infoOf(deps, renamed);
  },

  "DELETE /pages/:page_id/media/:media_id": async (deps, { pageId, params, note }) => {
    const { name, id } = await deleteMedia(deps, pageId, params.media_id);
    note({ subject: name, subjectId: id });
    return {};
  },

  "GET /pages/:page_id/media/:media_id/uses": async (deps, { pageId, params }) => {
    const { flows, inLook } = await findUses(deps, pageId, params.media_id);
    return {
      flows: flows.map(({ flowId, name, inDraft, isPublished }) => ({
        flow_id: flowId,
        name,
        in_draft: inDraft,
        is_published: isPublished,
      })),
      in_look: inLook,
    };
  },
};

function infoOf(deps: Deps, media: MediaRow): z.output<typeof MediaView> {
  return {
    id: media.id,
    name: media.name,
    kind: media.kind,
    content_type: media.contentType,
    bytes: media.bytes,
    width: media.width,
    height: media.height,
    created_at: media.createdAt,
    created_by: media.createdBy,
    source: media.source,
    url: mediaPathOf(deps, media),
    public_url: mediaUrlOf(deps, media),
  };
}
