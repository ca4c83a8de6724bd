import { z } from "zod";
import { text } from "../model/text.ts";
import { ClockTime } from "../model/time/hours.ts";

const Words = z.array(text(40)).max(50);
const Answer = text(500).nullable();

/**
 * A page's rules for messages that nobody has asked for: broadcasts, steps of sequences and rules.
 *
 *     { "quiet_hours": { "from": "22:00", "to": "07:00" }, "weekly_cap": 7, "needs_opt_in": false,
 *       "opt_out_words": ["stop", "huỷ"], "opt_in_words": ["start"], "opt_out_text": null, "opt_in_text": null }
 */
export const AudienceSettings = z.strictObject({
  /** In the customer's time zone, or else the page's. Nothing goes out then: it waits for the end. */
  quiet_hours: z
    .strictObject({ from: ClockTime, to: ClockTime })
    .refine(({ from, to }) => from !== to, { error: "must end at another time than it starts" })
    .nullable(),
  /** The most that one customer gets within seven days. */
  weekly_cap: z.int().min(1).max(21).nullable(),
  /** Only customers who have agreed get anything. Without it, all who have not refused. */
  needs_opt_in: z.boolean(),
  /** Words that end a subscription, or begin one, if they are the customer's whole message. Marks count, case does not. */
  opt_out_words: Words,
  opt_in_words: Words,
  /** The answer to them; null: in the customer's language, English or Vietnamese. */
  opt_out_text: Answer,
  opt_in_text: Answer,
});
export type AudienceSettings = z.infer<typeof AudienceSettings>;

const optOutWords = {
  en: ["stop", "stop all", "unsubscribe", "opt out"],
  vi: [
    "huỷ",
    "hủy",
    "huỷ đăng ký",
    "hủy đăng ký",
    "huy dang ky",
    "ngừng nhận tin",
    "dừng nhận tin",
    "từ chối nhận tin",
  ],
};
const optInWords = {
  en: ["start", "subscribe", "opt in", "unstop"],
  vi: ["đăng ký", "dang ky", "đăng ký nhận tin", "nhận tin"],
};

/** Those of a page whose owner has set nothing. */
export const defaultAudience: AudienceSettings = {
  quiet_hours: { from: "22:00", to: "07:00" },
  weekly_cap: 7,
  needs_opt_in: false,
  opt_out_words: Object.values(optOutWords).flat(),
  opt_in_words: Object.values(optInWords).flat(),
  opt_out_text: null,
  opt_in_text: null,
};

const answers = {
  en: {
    out: "Done: you will get no more news from us. Write START if you want it again.",
    in: "Thank you: you will get our news from now on. Write STOP to end it.",
  },
  vi: {
    out: "Bạn sẽ không nhận tin từ chúng tôi nữa. Nhắn ĐĂNG KÝ nếu muốn nhận lại.",
    in: "Cảm ơn bạn đã đăng ký nhận tin. Nhắn HUỶ nếu không muốn nhận nữa.",
  },
};

/** The answer to a customer who has ended their subscription, or begun one. */
export function consentAnswer(settings: AudienceSettings, isWanted: boolean, locale: string | null): string {
  const own = isWanted ? settings.opt_in_text : settings.opt_out_text;
  return own ?? answers[locale?.toLowerCase().startsWith("vi") ? "vi" : "en"][isWanted ? "in" : "out"];
}
