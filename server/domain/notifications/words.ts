import { toldIn } from "@banter/core/channels/told/told.ts";
import { personName } from "@banter/core/flow/fields/person-name.ts";
import { isOfPlatform, type NotificationKind } from "@banter/core/model/notification.ts";
import type { Notification } from "../../store/notifications/notifications.ts";
import { nameInEmail } from "../people/name-in-email.ts";

export type Language = "en" | "vi";

/** A notification in words, for browsers, e-mail, chats and webhooks. */
export type Told = { title: string; text: string; url: string };

export function wordsOf(
  { pageId, pageName, pageLanguage, kind, psid, customerName, flowId, text }: Notification,
  { language, baseUrl }: { language: Language; baseUrl: string },
): Told {
  const customer =
    psid === null ? unknownCustomer[language] : personName({ name: customerName, psid }, pageLanguage ?? language);
  const place =
    psid !== null ? `/conversations/${encodeURIComponent(psid)}` : flowId !== null ? `/flows/${flowId}` : "";
  return {
    title: `${pageName}: ${titles[language][kind](customer)}`,
    text: (isOfPlatform(kind) ? toldIn(language, text) : text) || titles[language][kind](customer),
    url: `${baseUrl}/pages/${encodeURIComponent(pageId)}${place}`,
  };
}

/**
 * A notification as an e-mail. The subject holds nothing that a person wrote, and names hold no addresses: customers
 * choose names too.
 */
export function emailOf(
  notification: Notification,
  given: { language: Language; baseUrl: string },
): { subject: string; text: string } {
  const { kind, pageName, customerName } = notification;
  const { title, text, url } = wordsOf(
    { ...notification, pageName: nameInEmail(pageName), customerName: customerName && nameInEmail(customerName) },
    given,
  );
  const words = title.endsWith(text) ? title : `${title}\n\n${text}`;
  return {
    subject: `Banter: ${titles[given.language][kind](someCustomer[given.language])}`,
    text: `${words}\n\n${url}\n`,
  };
}

export const testWords = (language: Language, baseUrl: string): Told => ({ ...tests[language], url: `${baseUrl}/` });

const unknownCustomer: Record<Language, string> = { en: "A customer", vi: "Một khách hàng" };

/** The same within a sentence. */
const someCustomer: Record<Language, string> = { en: "a customer", vi: "một khách hàng" };

const titles: Record<Language, Record<NotificationKind, (customer: string) => string>> = {
  en: {
    hand_over: (customer) => `${customer} asks for a person`,
    message: (customer) => `${customer} wrote`,
    late: (customer) => `${customer} has waited too long for an answer`,
    notify: (customer) => `a flow has a message about ${customer}`,
    disconnected: () => "the page is disconnected",
    token_ending: () => "the page's token could not be renewed",
    platform: () => "news about the page's account",
    publish_failed: () => "a flow could not be published at its time, because it has mistakes",
    events_stopped: () => "a program does not take events any more, so that they are not sent to it",
    model_limit: () => "the models have used 80 % of a limit",
    parked: () => "an event could not be handled",
  },
  vi: {
    hand_over: (customer) => `${customer} muốn gặp nhân viên`,
    message: (customer) => `${customer} đã nhắn tin`,
    late: (customer) => `${customer} đã chờ trả lời quá lâu`,
    notify: (customer) => `kịch bản có tin về ${customer}`,
    disconnected: () => "trang đã bị ngắt kết nối",
    token_ending: () => "không gia hạn được mã truy cập của trang",
    platform: () => "có tin về tài khoản của trang",
    publish_failed: () => "một kịch bản có lỗi nên không thể xuất bản đúng giờ đã hẹn",
    events_stopped: () => "một chương trình không nhận sự kiện nữa nên đã ngừng gửi",
    model_limit: () => "các mô hình đã dùng 80 % một giới hạn",
    parked: () => "có một sự kiện không xử lý được",
  },
};

const tests: Record<Language, { title: string; text: string }> = {
  en: { title: "Banter: test", text: "Notifications reach you here." },
  vi: { title: "Banter: thử", text: "Thông báo sẽ đến với bạn ở đây." },
};
