import type { TranslatedWords } from "./types.ts";

const en = {
  name: "LINE",
  entry: {
    where: "Open your Messaging API channel in the LINE Developers Console.",
    link: "Open the console",
    url: "https://developers.line.biz/console/",
  },
  setting: {
    channelSecret: "Channel secret",
    accessToken: "Channel access token",
    lineId: "LINE ID of the account",
    videoPicture: "Picture that stands for a video",
    apiUrl: "Address of the Messaging API",
    dataUrl: "Address of customers' files",
  },
  settingFault: {
    accessToken: "This is no channel access token. Copy it whole, without spaces.",
    channelSecret: "This is no channel secret. It has 32 digits and letters from a to f.",
  },
  settingHelp: {
    channelSecret: "In the LINE Developers Console, on the tab Basic settings of your channel.",
    accessToken: "On the tab Messaging API of the same channel: issue the long-lived one at its end.",
    lineId: "With the @, such as @corner.shop. It stands in LINE Official Account Manager beside the name.",
    videoPicture: "LINE shows it until the video plays. Without one, customers get the video's address.",
  },
  webhook: {
    help: "In the LINE Developers Console, on the tab Messaging API, switch on “Use webhook”. In LINE Official Account Manager, under Response settings, switch off greeting and auto-response messages, or customers get two answers.",
    own: "LINE has this address already.",
  },
  linkNote:
    "It opens LINE on a phone with “/start {{ref}}” in the message field. The flow starts when the customer sends that.",
};

const vi: typeof en = {
  name: "LINE",
  entry: {
    where: "Mở kênh Messaging API của bạn trong LINE Developers Console.",
    link: "Mở trang quản lý",
    url: "https://developers.line.biz/console/",
  },
  setting: {
    channelSecret: "Mã bí mật của kênh (channel secret)",
    accessToken: "Mã truy cập kênh (channel access token)",
    lineId: "LINE ID của tài khoản",
    videoPicture: "Hình đại diện cho video",
    apiUrl: "Địa chỉ Messaging API",
    dataUrl: "Địa chỉ tệp của khách",
  },
  settingFault: {
    accessToken: "Đây không phải channel access token. Hãy sao chép trọn vẹn, không có dấu cách.",
    channelSecret: "Đây không phải channel secret. Mã này gồm 32 ký tự là chữ số và chữ từ a đến f.",
  },
  settingHelp: {
    channelSecret: "Trong LINE Developers Console, thẻ Basic settings của kênh.",
    accessToken: "Ở thẻ Messaging API của cùng kênh: tạo mã dài hạn (long-lived) ở cuối trang.",
    lineId: "Có dấu @, ví dụ @corner.shop. Nằm cạnh tên trong LINE Official Account Manager.",
    videoPicture: "LINE hiện hình này cho đến khi phát video. Nếu không có, khách nhận địa chỉ của video.",
  },
  webhook: {
    help: "Trong LINE Developers Console, ở thẻ Messaging API, hãy bật “Use webhook”. Trong LINE Official Account Manager, mục Response settings, hãy tắt lời chào và tin trả lời tự động, nếu không khách sẽ nhận hai câu trả lời.",
    own: "LINE đã có địa chỉ này.",
  },
  linkNote: "Mở LINE trên điện thoại với “/start {{ref}}” trong ô viết tin. Kịch bản chạy khi khách gửi dòng đó.",
};

export const line: TranslatedWords = { en, vi };
