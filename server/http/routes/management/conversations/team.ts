import type { conversationTeam } from "@banter/core/api/management/conversation-team.ts";
import { createInboxView, removeInboxView } from "../../../../domain/conversations/inbox-views.ts";
import {
  changeSavedReply,
  createSavedReply,
  removeSavedReply,
} from "../../../../domain/conversations/saved-replies.ts";
import {
  addNote,
  assign,
  listConversationNotes,
  markRead,
  removeNote,
  settle,
} from "../../../../domain/conversations/team.ts";
import type { NoteRow } from "../../../../store/conversations/conversation-notes.ts";
import { listInboxViews } from "../../../../store/conversations/inbox-views.ts";
import { listSavedReplies } from "../../../../store/conversations/saved-replies.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const conversationTeamHandlers: ManagementHandlers<typeof conversationTeam> = {
  "PUT /pages/:page_id/conversations/:psid/read": async (deps, { pageId, params, body }) => {
    await markRead(deps, { pageId, psid: params.psid }, body.through);
    return {};
  },

  "PUT /pages/:page_id/conversations/:psid/assignee": async (deps, { pageId, workspaceId, params, body, note }) => {
    await assign(deps, { pageId, psid: params.psid }, { workspaceId, userId: body.user_id });
    note({ subject: params.psid });
    return {};
  },

  "PUT /pages/:page_id/conversations/:psid/state": async (deps, { pageId, user, params, body, note }) => {
    const { state, through, until = null } = body;
    const next = state === "snoozed" ? { state, until: until ?? ("input" as const) } : { state };
    await settle(deps, { pageId, psid: params.psid, userId: user.id }, { ...next, through });
    note({ subject: params.psid });
    return {};
  },

  "PUT /pages/:page_id/conversations/:psid/presence": async ({ live }, { pageId, user, params, body }) => {
    live.setPresence(pageId, { psid: params.psid, userId: user.id, name: user.name, state: body.state });
    return {};
  },

  "GET /pages/:page_id/conversations/:psid/notes": async (deps, { pageId, params }) => ({
    notes: (await listConversationNotes(deps, { pageId, psid: params.psid })).map(noteForm),
  }),

  "POST /pages/:page_id/conversations/:psid/notes": async (deps, { pageId, user, params, body, note }) => {
    const { text, key = null } = body;
    const added = await addNote(deps, { pageId, psid: params.psid }, { userId: user.id, text, key });
    note({ subject: params.psid, subjectId: added.id });
    return noteForm(added);
  },

  "DELETE /pages/:page_id/conversations/:psid/notes/:note_id": async (deps, { pageId, user, role, params, note }) => {
    const { psid, note_id: noteId } = params;
    await removeNote(deps, { pageId, psid }, { noteId, userId: user.id, role });
    note({ subject: psid, subjectId: noteId });
    return {};
  },

  "GET /pages/:page_id/inbox_views": async ({ db }, { pageId }) => ({ inbox_views: await listInboxViews(db, pageId) }),

  "POST /pages/:page_id/inbox_views": async (deps, { pageId, workspaceId, body, note }) => {
    const view = await createInboxView(deps, { pageId, workspaceId }, body);
    note({ subject: view.name, subjectId: view.id });
    return view;
  },

  "DELETE /pages/:page_id/inbox_views/:view_id": async (deps, { pageId, params, note }) => {
    const name = await removeInboxView(deps, pageId, params.view_id);
    note({ subject: name, subjectId: params.view_id });
    return {};
  },

  "GET /pages/:page_id/saved_replies": async ({ db }, { pageId }) => ({
    saved_replies: await listSavedReplies(db, pageId),
  }),

  "POST /pages/:page_id/saved_replies": async (deps, { pageId, body, note }) => {
    const reply = await createSavedReply(deps, pageId, body);
    note({ subject: reply.name, subjectId: reply.id });
    return reply;
  },

  "PATCH /pages/:page_id/saved_replies/:reply_id": async (deps, { pageId, params, body, note }) => {
    const reply = await changeSavedReply(deps, pageId, params.reply_id, body);
    note({ subject: reply.name, subjectId: reply.id });
    return reply;
  },

  "DELETE /pages/:page_id/saved_replies/:reply_id": async (deps, { pageId, params, note }) => {
    const reply = await removeSavedReply(deps, pageId, params.reply_id);
    note({ subject: reply.name, subjectId: reply.id });
    return {};
  },
};

const noteForm = ({ id, at, userId, name, text }: NoteRow) => ({ id, at, author: { user_id: userId, name }, text });
