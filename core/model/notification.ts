import { z } from "zod";

/** The kinds of notifications, in the order in which people choose them. */
export const notificationKinds = [
  "hand_over",
  "message",
  "late",
  "notify",
  "disconnected",
  "token_ending",
  "platform",
  "publish_failed",
  "events_stopped",
  "model_limit",
  "parked",
] as const;
export const NotificationKind = z.enum(notificationKinds);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** The kinds whose text is about the platform: `toldIn` has it in the reader's language. */
const ofPlatform: ReadonlySet<NotificationKind> = new Set(["disconnected", "token_ending", "platform"]);
export const isOfPlatform = (kind: NotificationKind): boolean => ofPlatform.has(kind);

const ClockTime = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, "must be a time such as 22:00");

/** No browser notification and no e-mail between these times. What comes then stays in the bell's list. */
export const QuietHours = z.strictObject({ from: ClockTime, to: ClockTime, timezone: z.string().max(60) });
export type QuietHours = z.infer<typeof QuietHours>;

/** A member's own choices, for all pages. The bell shows everything in any case. */
export const NotificationChoices = z.strictObject({
  browser: z.array(NotificationKind).max(notificationKinds.length),
  email: z.array(NotificationKind).max(notificationKinds.length),
  muted_pages: z.array(z.string().max(50)).max(1000),
  quiet_hours: QuietHours.nullable(),
  language: z.enum(["en", "vi"]),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/** For members who have not chosen: a person is needed, or the page does not work. */
export const defaultChoices: NotificationChoices = {
  browser: [...notificationKinds],
  email: [
    "hand_over",
    "late",
    "disconnected",
    "token_ending",
    "platform",
    "publish_failed",
    "events_stopped",
    "model_limit",
  ],
  muted_pages: [],
  quiet_hours: null,
  language: "en",
};
