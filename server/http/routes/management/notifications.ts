import type { notifications } from "@banter/core/api/management/notifications.ts";
import { isAllowed } from "@banter/core/model/role.ts";
import { changeWays, sendTest, showWays } from "../../../domain/notifications/page-ways.ts";
import { checkBrowserKey, pushKeysOf } from "../../../domain/notifications/push-key.ts";
import { choicesOf } from "../../../domain/notifications/recipients.ts";
import { sendUserTest } from "../../../domain/notifications/test-notices.ts";
import { findChoices, markRead, saveChoices } from "../../../store/notifications/notification-choices.ts";
import { countUnread, listNotifications, type NotificationPlace } from "../../../store/notifications/notifications.ts";
import { deleteSubscription, saveSubscription } from "../../../store/notifications/push-subscriptions.ts";
import type { ManagementHandlers } from "./handlers.ts";

const maxUnread = 100;

export const notificationHandlers: ManagementHandlers<typeof notifications> = {
  "GET /notifications": async ({ db }, { user, query: { before, limit } }) => {
    const readThrough = (await findChoices(db, user.id))?.readThrough ?? null;
    const found = await listNotifications(db, user.id, { before: placeOf(before), limit });
    const last = found.at(-1);
    return {
      notifications: found.map(
        ({ id, pageId, pageName, pageLanguage, kind, psid, customerName, flowId, text, at }) => ({
          ...{ id, kind, psid, text, at },
          page_id: pageId,
          page_name: pageName,
          page_language: pageLanguage,
          customer_name: customerName,
          flow_id: flowId,
          is_read: readThrough !== null && at <= readThrough,
        }),
      ),
      next: last && found.length === limit ? `${last.at.toISOString()}_${last.id}` : null,
      unread: await countUnread(db, user.id, maxUnread),
    };
  },

  "PUT /notifications/read": async ({ db }, { user, body }) => {
    await markRead(db, user.id, body.through);
    return {};
  },

  "GET /notification_choices": async ({ db, config, secrets }, { user }) => ({
    choices: choicesOf((await findChoices(db, user.id))?.choices ?? null),
    has_email: config.mail !== undefined,
    push_key: pushKeysOf(secrets.pushKey).publicKey,
  }),

  "PUT /notification_choices": async ({ db }, { user, body }) => {
    await saveChoices(db, user.id, body);
    return {};
  },

  "POST /push_subscriptions": async ({ db }, { user, body: { endpoint, keys } }) => {
    checkBrowserKey(keys.p256dh);
    await saveSubscription(db, user.id, { endpoint, ...keys });
    return {};
  },

  "POST /push_subscriptions/delete": async ({ db }, { user, body }) => {
    await deleteSubscription(db, user.id, body.endpoint);
    return {};
  },

  "POST /notification_choices/test": async (deps, { user, body: { way } }) => ({
    sent_to: await sendUserTest(deps, user.id, way),
  }),

  "GET /pages/:page_id/notification_ways": (deps, { pageId, role }) =>
    showWays(deps, pageId, { seesAddresses: isAllowed(role, "build") }),

  "PUT /pages/:page_id/notification_ways": async (deps, { pageId, body }) => {
    const secret = await changeWays(deps, pageId, body);
    return { ...(await showWays(deps, pageId, { seesAddresses: true })), secret };
  },

  "POST /pages/:page_id/notification_ways/test": async (deps, { pageId, body }) => {
    await sendTest(deps, pageId, body.way);
    return {};
  },
};

/** A cursor that is not ours starts at the newest. */
function placeOf(cursor: string | undefined): NotificationPlace | null {
  const [, at = "", id = ""] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_(\d{1,15})$/.exec(cursor ?? "") ?? [];
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? null : { at: time, id: Number(id) };
}
