import type { conversationActions } from "@banter/core/api/management/conversation-actions.ts";
import type { InboxSettings } from "@banter/core/model/inbox-settings.ts";
import { takeControl } from "../../../../domain/conversations/control.ts";
import {
  giveBack,
  pauseBot,
  reactAsPerson,
  startFlow,
  writeAsPerson,
} from "../../../../domain/conversations/people.ts";
import { dropMessage, retryMessage } from "../../../../domain/conversations/undelivered.ts";
import { changePageSettings, getPage } from "../../../../domain/pages/page-settings.ts";
import type { ManagementCall, ManagementHandlers } from "../handlers.ts";

export const conversationActionHandlers: ManagementHandlers<typeof conversationActions> = {
  "POST /pages/:page_id/conversations/:psid/messages": async (deps, call) => {
    const { content, message_tag: messageTag = null, reply_to: replyTo, key } = call.body;
    const messages = await writeAsPerson(deps, actingIn(call, key), { content, messageTag, replyTo });
    return { messages };
  },

  "PUT /pages/:page_id/conversations/:psid/messages/:message_id/reaction": async (deps, call) => {
    const messages = await reactAsPerson(deps, actingIn(call), call.params.message_id, call.body.emoji);
    return { messages };
  },

  "POST /pages/:page_id/conversations/:psid/flow": async (deps, call) => {
    await startFlow(deps, actingIn(call, call.body.key), call.body.flow_id);
    return {};
  },

  "POST /pages/:page_id/conversations/:psid/pause": async (deps, call) => {
    await pauseBot(deps, actingIn(call), call.body.minutes);
    return {};
  },

  "POST /pages/:page_id/conversations/:psid/resume": async (deps, call) => {
    await giveBack(deps, actingIn(call));
    return {};
  },

  "POST /pages/:page_id/conversations/:psid/take_back": {
    prepare: (deps, { pageId, params }) => takeControl(deps, pageId, params.psid),
    async handle(deps, call) {
      await giveBack(deps, actingIn(call));
      return {};
    },
  },

  "POST /pages/:page_id/messages/:message_id/retry": async (deps, { pageId, params, note }) => {
    await retryMessage(deps, pageId, params.message_id);
    note({ subjectId: params.message_id });
    return {};
  },

  "POST /pages/:page_id/messages/:message_id/drop": async (deps, { pageId, params, note }) => {
    await dropMessage(deps, pageId, params.message_id);
    note({ subjectId: params.message_id });
    return {};
  },

  "GET /pages/:page_id/inbox_settings": async ({ db }, { pageId }) => settingsForm(await getPage({ db }, pageId)),

  "PUT /pages/:page_id/inbox_settings": async ({ db }, { pageId, body }) =>
    settingsForm(
      await changePageSettings({ db }, pageId, {
        pauseMinutes: body.pause_minutes,
        handOverMinutes: body.hand_over_minutes,
        handOverText: body.hand_over_text,
        ...(body.answer_minutes !== undefined && { answerMinutes: body.answer_minutes }),
      }),
    ),
};

/** The caller as an actor in the conversation, who is named in the audit log with its customer. */
function actingIn(
  { pageId, user, params, note }: Pick<ManagementCall, "pageId" | "user" | "note"> & InConversation,
  key?: string,
) {
  note({ subject: params.psid });
  return { pageId, psid: params.psid, userId: user.id, key };
}

type InConversation = { params: { psid: string } };

const settingsForm = ({ pauseMinutes, handOverMinutes, handOverText, answerMinutes }: InboxSettings) => ({
  pause_minutes: pauseMinutes,
  hand_over_minutes: handOverMinutes,
  hand_over_text: handOverText,
  answer_minutes: answerMinutes,
});
