import { settingEn, settingHelpEn, settingHelpVi, settingVi, webhookHelpEn, webhookHelpVi } from "./meta.ts";
import type { TranslatedWords } from "./types.ts";

const en = {
  entry: {
    where: "Open your app at Meta. Without one, create an app for messages of an Instagram account.",
    link: "Open your apps",
    url: "https://developers.facebook.com/apps",
  },
  setting: {
    login: "Login that gave the token",
    accessToken: "Access token",
    ...settingEn,
    username: "Name of the account in ig.me links",
    baseUrl: "Address of the Graph API for Facebook Login",
    instagramUrl: "Address of the Graph API for Instagram Login",
  },
  settingFault: {
    accessToken: "This is no access token. Copy it whole, without spaces.",
    appSecret: "Copy the secret whole, without spaces.",
  },
  settingHelp: {
    accessToken: "Of the page by Facebook Login, of the account by Instagram Login.",
    ...settingHelpEn,
    username: "Without it the account has no links and QR codes of its own.",
  },
  settingChoice: { login: { facebook: "Facebook Login, with a page", instagram: "Instagram Login" } },
  webhook: { help: webhookHelpEn, open: "Open Webhooks there and choose the object Instagram." },
  linkNote: "It opens Instagram. In a new chat the flow starts only if the account has an ice breaker.",
  noLink: "It has no link yet: enter the account's name for ig.me links in the channel settings.",
};

const vi: typeof en = {
  entry: {
    where: "Mở ứng dụng của bạn tại Meta. Nếu chưa có, hãy tạo ứng dụng để nhắn tin cho tài khoản Instagram.",
    link: "Mở danh sách ứng dụng",
    url: "https://developers.facebook.com/apps",
  },
  setting: {
    login: "Cách đăng nhập đã cấp mã truy cập",
    accessToken: "Mã truy cập",
    ...settingVi,
    username: "Tên tài khoản trong liên kết ig.me",
    baseUrl: "Địa chỉ Graph API cho Facebook Login",
    instagramUrl: "Địa chỉ Graph API cho Instagram Login",
  },
  settingFault: {
    accessToken: "Đây không phải mã truy cập. Hãy sao chép trọn vẹn, không có dấu cách.",
    appSecret: "Hãy sao chép trọn khóa, không có dấu cách.",
  },
  settingHelp: {
    accessToken: "Của trang nếu dùng Facebook Login, của tài khoản nếu dùng Instagram Login.",
    ...settingHelpVi,
    username: "Nếu để trống, tài khoản không có liên kết và mã QR riêng.",
  },
  settingChoice: { login: { facebook: "Facebook Login, qua một trang", instagram: "Instagram Login" } },
  webhook: { help: webhookHelpVi, open: "Mở mục Webhooks ở đó và chọn đối tượng Instagram." },
  linkNote: "Mở Instagram. Với hội thoại mới, kịch bản chỉ chạy nếu tài khoản có câu hỏi gợi ý.",
  noLink: "Chưa có liên kết: hãy nhập tên tài khoản cho liên kết ig.me trong cài đặt kênh.",
};

export const instagram: TranslatedWords = { en, vi };
