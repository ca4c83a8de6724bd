import type { CodeMeaning } from "../refusal.ts";

type ZaloRefusal = CodeMeaning & { failure: Exclude<CodeMeaning["failure"], "sent"> };

/**
 * https://developers.zalo.me/docs/official-account/phu-luc/ma-loi
 *
 * Unconfirmed: gathered from others' programs and their copies of that page.
 */
export const zaloRefusals: readonly ZaloRefusal[] = [
  {
    codes: ["-32"],
    failure: "throttled",
    en: "The app or the account has made too many calls. The messages wait.",
    vi: "Ứng dụng hoặc tài khoản đã gọi quá nhiều lần. Tin nhắn sẽ chờ.",
  },
  {
    codes: ["-100"],
    failure: "platform_error",
    en: "Something went wrong at Zalo. The message is tried again.",
    vi: "Zalo gặp lỗi. Tin nhắn sẽ được gửi lại.",
  },
  {
    codes: ["-200"],
    failure: "platform_error",
    en: "Zalo could not send the message. It is tried again.",
    vi: "Zalo không gửi được tin nhắn. Tin sẽ được gửi lại.",
  },
  {
    codes: ["-201"],
    failure: "rejected",
    en: "A part of the message is not valid for Zalo.",
    vi: "Một phần của tin nhắn không hợp lệ với Zalo.",
  },
  {
    codes: ["-204"],
    failure: "bad_settings",
    en: "The Official Account was deleted at Zalo.",
    vi: "Official Account đã bị xóa trên Zalo.",
  },
  {
    codes: ["-205"],
    failure: "bad_settings",
    en: "Zalo knows no such Official Account. Check the account's number in the channel settings.",
    vi: "Zalo không có Official Account này. Hãy kiểm tra mã tài khoản trong phần cài đặt kênh.",
  },
  {
    codes: ["-209"],
    failure: "bad_settings",
    en: "The app is not active. Activate it at developers.zalo.me and connect the page again.",
    vi: "Ứng dụng chưa được kích hoạt. Hãy kích hoạt tại developers.zalo.me rồi kết nối lại trang.",
  },
  {
    codes: ["-210"],
    failure: "rejected",
    en: "A part of the message is too long or too large for Zalo.",
    vi: "Một phần của tin nhắn quá dài hoặc quá lớn với Zalo.",
  },
  {
    codes: ["-211"],
    failure: "rejected",
    en: "The account has sent all messages that its package includes.",
    vi: "Tài khoản đã gửi hết số tin nhắn của gói.",
  },
  {
    codes: ["-212"],
    failure: "bad_settings",
    en: "The app is not registered for this kind of call. Add the Official Account API to it at developers.zalo.me.",
    vi: "Ứng dụng chưa đăng ký API này. Hãy thêm Official Account API cho ứng dụng tại developers.zalo.me.",
  },
  {
    codes: ["-213"],
    failure: "blocked_by_customer",
    en: "The customer does not follow the account.",
    vi: "Khách chưa quan tâm tài khoản.",
  },
  {
    codes: ["-216", "-220"],
    failure: "bad_settings",
    en: "The access token is no longer valid. Connect the page again.",
    vi: "Mã truy cập không còn hiệu lực. Hãy kết nối lại trang.",
  },
  {
    codes: ["-217"],
    failure: "blocked_by_customer",
    en: "The customer has blocked the account.",
    vi: "Khách đã chặn tài khoản.",
  },
  {
    codes: ["-218"],
    failure: "rejected",
    en: "The customer was sent as many messages as Zalo allows for one person.",
    vi: "Khách đã nhận đủ số tin mà Zalo cho phép gửi đến một người.",
  },
  {
    codes: ["-219"],
    failure: "bad_settings",
    en: "The app was removed or disabled at Zalo.",
    vi: "Ứng dụng đã bị gỡ hoặc bị vô hiệu hóa trên Zalo.",
  },
  {
    codes: ["-221"],
    failure: "bad_settings",
    en: "The Official Account is not verified. Verify it at oa.zalo.me and connect the page again.",
    vi: "Official Account chưa được xác thực. Hãy xác thực tại oa.zalo.me rồi kết nối lại trang.",
  },
  {
    codes: ["-223"],
    failure: "bad_settings",
    en: "The account has not given the app this permission. Grant it at oa.zalo.me and connect the page again.",
    vi: "Tài khoản chưa cấp quyền này cho ứng dụng. Hãy cấp quyền tại oa.zalo.me rồi kết nối lại trang.",
  },
  {
    codes: ["-224"],
    failure: "rejected",
    en: "The account's package at Zalo does not include this kind of message.",
    vi: "Gói của tài khoản trên Zalo không có loại tin nhắn này.",
  },
  {
    codes: ["-227"],
    failure: "blocked_by_customer",
    en: "The customer's Zalo account is locked, or was not used for 45 days.",
    vi: "Tài khoản Zalo của khách bị khóa hoặc không hoạt động trong 45 ngày.",
  },
  {
    codes: ["-230", "-232"],
    failure: "outside_window",
    en: "The customer has not written for more than 7 days, or has never written.",
    vi: "Khách không nhắn tin trong hơn 7 ngày, hoặc chưa từng nhắn tin.",
  },
  {
    codes: ["-233"],
    failure: "rejected",
    en: "The account may not send this kind of message.",
    vi: "Tài khoản không được gửi loại tin nhắn này.",
  },
  {
    codes: ["-234"],
    failure: "rejected",
    en: "Zalo does not send this kind of message at night. Send it again in the morning.",
    vi: "Zalo không gửi loại tin này vào ban đêm. Hãy gửi lại vào buổi sáng.",
  },
  {
    codes: ["-240"],
    failure: "rejected",
    en: "Zalo has shut this kind of call down.",
    vi: "Zalo đã ngừng API này.",
  },
  {
    codes: ["-244"],
    failure: "blocked_by_customer",
    en: "The customer does not want messages of this kind.",
    vi: "Khách không muốn nhận loại tin nhắn này.",
  },
  {
    codes: ["-248"],
    failure: "rejected",
    en: "The message breaks a rule of Zalo.",
    vi: "Tin nhắn vi phạm quy định của Zalo.",
  },
  {
    codes: ["-320"],
    failure: "outside_window",
    en: "The customer wrote more than 48 hours ago. From then on messages cost money, and the app has no Zalo Cloud Account.",
    vi: "Khách nhắn tin cách đây hơn 48 giờ. Từ lúc đó tin nhắn mất phí, mà ứng dụng chưa có Zalo Cloud Account.",
  },
  {
    codes: ["-321"],
    failure: "outside_window",
    en: "The customer wrote more than 48 hours ago. From then on messages cost money, and the Zalo Cloud Account is empty.",
    vi: "Khách nhắn tin cách đây hơn 48 giờ. Từ lúc đó tin nhắn mất phí, mà Zalo Cloud Account đã hết tiền.",
  },
];
