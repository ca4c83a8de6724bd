import { shownForm } from "@banter/core/api/prechat-form.ts";
import type { WebchatApi } from "@banter/core/api/webchat-api.ts";
import { acceptedFiles, maxMediaBytes } from "@banter/core/model/media.ts";
import { awayText } from "../../domain/catalog/page-look.ts";
import { pageProfile } from "../../domain/catalog/page-profile.ts";
import { acceptFile } from "../../domain/media/visitor-files.ts";
import { acceptForm, requireForm } from "../../domain/sending/prechat-form.ts";
import {
  acceptMessage,
  getWebchatPage,
  startTyping,
  stopTyping,
  visit,
  welcomeVisitor,
} from "../../domain/sending/visitors.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { listPublishedFlows } from "../../store/catalog/flows.ts";
import { listIceBreakers } from "../../store/catalog/ice-breakers.ts";
import { listMenuItems } from "../../store/catalog/menu-items.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { listNewestHistory } from "../../store/runtime/history.ts";
import { readUpload } from "../guards/file-bodies.ts";
import { idempotencyKeyOf } from "../idempotency-key.ts";
import { webchatMessage } from "../live/webchat-message.ts";
import { bearerOf, type WebchatHandlers } from "../mount-webchat.ts";

export const webchatHandlers: WebchatHandlers<WebchatApi> = {
  async "POST /visits"(deps, { pageId, body, count, request }) {
    const visitor = await visit(deps, pageId, { body, token: bearerOf(request), beforeNew: count });
    const said = await listNewestHistory(deps.db, pageId, visitor.psid, 100);
    if (body?.opened && said.length === 0 && !visitor.form) await welcomeVisitor(deps, visitor);
    return {
      psid: visitor.psid,
      visitor_token: visitor.token,
      conversation: said.map((each) => webchatMessage(deps, pageId, each)),
      form: visitor.form,
    };
  },

  async "POST /messages"(deps, { visitor, body, request }) {
    await acceptMessage(deps, visitor, body, idempotencyKeyOf(request));
    stopTyping(deps, visitor);
    return { accepted: true };
  },

  async "POST /files"(deps, { visitor, count, request }) {
    await requireForm(deps, visitor);
    count();
    return acceptFile(deps, visitor, readUpload(request));
  },

  async "POST /form"(deps, { visitor, body }) {
    await acceptForm(deps, visitor, body);
    return { accepted: true };
  },

  async "POST /receipts"(deps, { visitor, body: { delivered_through, seen_through } }) {
    const event = {
      type: "receipt" as const,
      ...(delivered_through !== undefined && { deliveredThrough: delivered_through }),
      ...(seen_through !== undefined && { seenThrough: seen_through }),
    };
    await deps.accept({ ...visitor, event });
    return { accepted: true };
  },

  async "POST /typing"(deps, { visitor, body: { is_typing } }) {
    if (is_typing) startTyping(deps, visitor);
    else stopTyping(deps, visitor);
    return { accepted: true };
  },

  async "GET /events"({ streams }, { visitor, query: { after = "0" }, reply }) {
    streams.stream(reply, visitor, Number(after));
  },

  async "GET /profile"(deps, { pageId }) {
    const page = await getWebchatPage(deps, pageId);
    const { name, greeting, takesFiles, look } = page;
    const iceBreakers = await listIceBreakers(deps.db, pageId);
    const menu = await listMenuItems(deps.db, pageId);
    const profile = pageProfile({ greeting, iceBreakers, menu }, await listPublishedFlows(deps.db, pageId));
    return {
      page: { name: look.name ?? name, greeting },
      ice_breakers: profile.iceBreakers,
      files: takesFiles ? { accept: acceptedFiles(), max_bytes: maxMediaBytes } : null,
      away: awayText(page, databaseNow()),
      form: page.prechatForm && shownForm(page.prechatForm, await listCustomFields(deps.db, pageId)),
      main_menu: profile.mainMenu.map((item) =>
        "url" in item ? { type: "url", ...item } : { type: "reply", ...item },
      ),
    };
  },
};
