import {
  defaultChoices,
  type NotificationChoices,
  type NotificationKind,
  notificationKinds,
  type QuietHours,
} from "@banter/core/model/notification.ts";
import { isAllowed } from "@banter/core/model/role.ts";
import type { NewNotice } from "../../store/notifications/notices.ts";
import type { NoticeRecipient } from "../../store/notifications/notification-choices.ts";
import type { NotificationWays } from "../../store/notifications/notification-ways.ts";
import type { NewNotification } from "../../store/notifications/notifications.ts";

/** Everything that decides who is told, and how. */
export type Audience = {
  recipients: NoticeRecipient[];
  ways: Pick<NotificationWays, "telegram" | "webhook"> | undefined;
  /** The member to whom the customer's conversation is assigned. */
  assignee: string | null;
  canSendEmail: boolean;
  now: Date;
};

/** The notices of a notification: one for each browser, address, chat and webhook that gets it. */
export function noticesOf({ pageId, id, kind, isRepeated }: NewNotification, audience: Audience): NewNotice[] {
  const notice = { page_id: pageId, notification_id: id, user_id: null, endpoint: null };
  const { telegram, webhook } = audience.ways ?? {};
  return [
    ...(isRepeated ? [] : personalNotices({ pageId, id, kind }, audience)),
    ...(telegram?.kinds.includes(kind) && !isRepeated ? [{ ...notice, way: "telegram" as const }] : []),
    // A program may need every one.
    ...(webhook?.kinds.includes(kind) ? [{ ...notice, way: "webhook" as const }] : []),
  ];
}

function personalNotices(
  { pageId, id, kind }: Pick<NewNotification, "pageId" | "id" | "kind">,
  { recipients, assignee, canSendEmail, now }: Audience,
): NewNotice[] {
  const concerned = recipients.filter(({ role }) => isAllowed(role, "converse"));
  // Messages to a person who has the conversation are theirs alone.
  const isTheirs = kind === "message" && concerned.some(({ userId }) => userId === assignee);
  return concerned
    .filter(({ userId }) => !isTheirs || userId === assignee)
    .flatMap(({ userId, endpoints, choices: chosen }) => {
      const choices = choicesOf(chosen);
      if (choices.muted_pages.includes(pageId) || isQuiet(choices.quiet_hours, now)) return [];
      const notice = { page_id: pageId, notification_id: id, user_id: userId, endpoint: null };
      return [
        ...(choices.browser.includes(kind)
          ? endpoints.map((endpoint) => ({ ...notice, way: "browser" as const, endpoint }))
          : []),
        ...(canSendEmail && choices.email.includes(kind) ? [{ ...notice, way: "email" as const }] : []),
      ];
    });
}

export const choicesOf = (chosen: Partial<NotificationChoices> | null): NotificationChoices => ({
  ...defaultChoices,
  ...chosen,
});

/** Hours from 22:00 to 07:00 go over midnight. */
function isQuiet(hours: QuietHours | null, now: Date): boolean {
  if (hours === null) return false;
  const { from, to, timezone } = hours;
  const clock = now.toLocaleTimeString("en-GB", { timeZone: timezone, hour: "2-digit", minute: "2-digit" });
  return from <= to ? from <= clock && clock < to : from <= clock || clock < to;
}

/** The kinds of a page's notifications that reach somebody outside of the console. */
export function reachedKinds(
  pageId: string,
  { recipients, ways, canSendEmail }: Omit<Audience, "assignee" | "now">,
): NotificationKind[] {
  const personal = recipients
    .filter(({ role }) => isAllowed(role, "converse"))
    .flatMap(({ choices: chosen, endpoints }) => {
      const { browser, email, muted_pages: muted } = choicesOf(chosen);
      if (muted.includes(pageId)) return [];
      return [...(endpoints.length > 0 ? browser : []), ...(canSendEmail ? email : [])];
    });
  const reached = new Set([...personal, ...(ways?.telegram?.kinds ?? []), ...(ways?.webhook?.kinds ?? [])]);
  return notificationKinds.filter((kind) => reached.has(kind));
}
