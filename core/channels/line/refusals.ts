import type { CodeMeaning } from "../refusal.ts";

/** LINE has no codes but HTTP's: its message tells the rest. Each row has a name of ours as its code. */
type LineRefusal = CodeMeaning & {
  codes: readonly [string];
  failure: Exclude<CodeMeaning["failure"], "sent">;
  status: number;
  says?: RegExp;
};

/** The first row that fits holds. https://developers.line.biz/en/reference/messaging-api/#error-responses */
export const lineRefusals: readonly LineRefusal[] = [
  {
    codes: ["invalid_reply_token"],
    status: 400,
    says: /invalid reply token/i,
    failure: "rejected",
    en: "The customer's message is too old to be answered free of charge. The answer is sent as a counted message.",
    vi: "Tin của khách đã quá cũ để trả lời miễn phí. Câu trả lời được gửi như một tin tính phí.",
  },
  {
    codes: ["unknown_customer"],
    status: 400,
    says: /failed to send messages|property, '?"?to|\bto\b.*invalid/i,
    failure: "blocked_by_customer",
    en: "LINE knows no such customer of this account, or the customer has blocked it.",
    vi: "LINE không có khách này trong tài khoản, hoặc khách đã chặn tài khoản.",
  },
  {
    codes: ["bad_request"],
    status: 400,
    failure: "rejected",
    en: "LINE does not accept the message as it is.",
    vi: "LINE không nhận tin nhắn như vậy.",
  },
  {
    codes: ["bad_token"],
    status: 401,
    failure: "bad_settings",
    en: "The channel access token is no longer valid. Issue a new one in the LINE Developers Console and connect the page again.",
    vi: "Mã truy cập kênh không còn hiệu lực. Hãy tạo mã mới trong LINE Developers Console rồi kết nối lại trang.",
  },
  {
    codes: ["not_permitted"],
    status: 403,
    failure: "bad_settings",
    en: "LINE does not let this account send messages. Check the account's plan and state in LINE Official Account Manager.",
    vi: "LINE không cho tài khoản này gửi tin. Hãy kiểm tra gói và trạng thái tài khoản trong LINE Official Account Manager.",
  },
  {
    codes: ["not_found"],
    status: 404,
    failure: "rejected",
    en: "LINE does not know what was asked for.",
    vi: "LINE không tìm thấy nội dung được yêu cầu.",
  },
  {
    codes: ["too_large"],
    status: 413,
    failure: "rejected",
    en: "The message is too large for LINE.",
    vi: "Tin nhắn quá lớn với LINE.",
  },
  {
    codes: ["monthly_limit"],
    status: 429,
    says: /monthly limit/i,
    failure: "rejected",
    en: "The account has sent all messages of its plan for this month. Only the first answer to a customer is still free.",
    vi: "Tài khoản đã gửi hết số tin của gói trong tháng này. Chỉ câu trả lời đầu tiên cho khách còn miễn phí.",
  },
  {
    codes: ["too_many_requests"],
    status: 429,
    failure: "throttled",
    en: "LINE wants no more messages for a while. The messages wait.",
    vi: "LINE tạm thời không nhận thêm tin. Tin nhắn sẽ chờ.",
  },
];
