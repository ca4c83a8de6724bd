import { settingEn, settingHelpEn, settingHelpVi, settingVi, webhookHelpEn, webhookHelpVi } from "./meta.ts";
import type { TranslatedWords } from "./types.ts";

const en = {
  entry: {
    where: "Open your app at Meta. Without one, create an app for messages of a page.",
    link: "Open your apps",
    url: "https://developers.facebook.com/apps",
  },
  setting: {
    pageToken: "Page access token",
    ...settingEn,
    pageName: "Name or number of the page in m.me links",
    callsPerSecond: "Calls per second",
    baseUrl: "Address of the Graph API",
  },
  settingFault: {
    pageToken: "This is no page access token. Copy it whole, without spaces.",
    appSecret: "Copy the secret whole, without spaces.",
  },
  settingHelp: {
    pageToken: "In your app at Meta, under Messenger API settings.",
    ...settingHelpEn,
    pageName: "Without it the page has no links and QR codes of its own.",
    callsPerSecond:
      "How fast Banter sends, 40 by default and 300 at most. Above 40, Meta's own inbox no longer shows new messages: raise it only if nobody answers customers there.",
  },
  webhook: { help: webhookHelpEn, open: "Open Webhooks there and choose the object Page." },
  linkNote: "It opens Messenger. The flow starts when the customer begins the chat, or at once in one that exists.",
  noLink: "It has no link yet: enter the page's name for m.me links in the channel settings.",
};

const vi: typeof en = {
  entry: {
    where: "Mở ứng dụng của bạn tại Meta. Nếu chưa có, hãy tạo ứng dụng để nhắn tin cho trang.",
    link: "Mở danh sách ứng dụng",
    url: "https://developers.facebook.com/apps",
  },
  setting: {
    pageToken: "Mã truy cập trang (page access token)",
    ...settingVi,
    pageName: "Tên hoặc mã số của trang trong liên kết m.me",
    callsPerSecond: "Số lần gọi mỗi giây",
    baseUrl: "Địa chỉ Graph API",
  },
  settingFault: {
    pageToken: "Đây không phải mã truy cập trang. Hãy sao chép trọn vẹn, không có dấu cách.",
    appSecret: "Hãy sao chép trọn khóa, không có dấu cách.",
  },
  settingHelp: {
    pageToken: "Trong ứng dụng của bạn tại Meta, mục Messenger API settings.",
    ...settingHelpVi,
    pageName: "Nếu để trống, trang không có liên kết và mã QR riêng.",
    callsPerSecond:
      "Tốc độ gửi của Banter, mặc định là 40 và tối đa là 300. Trên 40, hộp thư của Meta không còn hiển thị tin nhắn mới: chỉ tăng nếu không ai trả lời khách ở đó.",
  },
  webhook: { help: webhookHelpVi, open: "Mở mục Webhooks ở đó và chọn đối tượng Page." },
  linkNote: "Mở Messenger. Kịch bản chạy khi khách bắt đầu trò chuyện, hoặc chạy ngay nếu đã có hội thoại.",
  noLink: "Chưa có liên kết: hãy nhập tên trang cho liên kết m.me trong cài đặt kênh.",
};

export const messenger: TranslatedWords = { en, vi };
