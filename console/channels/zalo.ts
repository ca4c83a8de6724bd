import type { TranslatedWords } from "./types.ts";

const en = {
  entry: {
    where: "Open your app at Zalo for Developers. The Official Account must be linked to it.",
    link: "Open your apps",
    url: "https://developers.zalo.me/apps",
  },
  setting: {
    oaId: "ID of the Official Account",
    appId: "ID of the app",
    accessToken: "Access token",
    refreshToken: "Refresh token",
    appSecret: "Secret key of the app",
    oaSecret: "OA secret key",
    phoneQuestion: "How to ask for a phone number",
    emailQuestion: "How to ask for an e-mail address",
    sharePicture: "Picture above the button that shares a phone number",
    shareHint: "Words below that picture",
    apiUrl: "Address of the Open API",
    loginUrl: "Address that renews tokens",
  },
  said: {
    phoneQuestion: "What is your phone number?",
    emailQuestion: "What is your e-mail address?",
    shareHint: "Press here to share it.",
  },
  settingFault: {
    appId: "The ID of the app has digits only.",
    accessToken: "Copy the token whole, without spaces.",
    refreshToken: "Copy the token whole, without spaces.",
    appSecret: "Copy the key whole, without spaces.",
    oaSecret: "Copy the key whole, without spaces.",
  },
  settingHelp: {
    oaId: "A long number, at oa.zalo.me under the account's information.",
    appId: "At developers.zalo.me, in the settings of your app.",
    accessToken: "Get both tokens at developers.zalo.me → Tools → API Explorer, for this Official Account.",
    refreshToken: "It can be used once: Banter uses it, and keeps the next ones by itself.",
    appSecret: "In the settings of the app.",
    oaSecret: "In the app under Official Account → Webhook. It is not the app's secret key.",
    phoneQuestion: "In your customers' language.",
    sharePicture: "Its https address. Without a picture, customers type their number.",
  },
  webhook: {
    help: "Zalo has to be told where messages go. This is done once, in your app at developers.zalo.me.",
    open: "Open Official Account → Webhook there. Leave the syntax filter off, or only texts with # would come.",
    enter: "Enter one of these addresses. Zalo checks it at once.",
    subscribe: "Switch on these events:",
  },
};

const vi: typeof en = {
  entry: {
    where: "Mở ứng dụng của bạn tại Zalo for Developers. Official Account phải được liên kết với ứng dụng.",
    link: "Mở danh sách ứng dụng",
    url: "https://developers.zalo.me/apps",
  },
  setting: {
    oaId: "ID của Official Account",
    appId: "ID của ứng dụng",
    accessToken: "Access token",
    refreshToken: "Refresh token",
    appSecret: "Khóa bí mật của ứng dụng",
    oaSecret: "OA Secret Key",
    phoneQuestion: "Câu hỏi xin số điện thoại",
    emailQuestion: "Câu hỏi xin địa chỉ email",
    sharePicture: "Hình phía trên nút chia sẻ số điện thoại",
    shareHint: "Chữ bên dưới hình đó",
    apiUrl: "Địa chỉ Open API",
    loginUrl: "Địa chỉ gia hạn token",
  },
  said: {
    phoneQuestion: "Số điện thoại của bạn là gì?",
    emailQuestion: "Địa chỉ email của bạn là gì?",
    shareHint: "Nhấn vào đây để chia sẻ.",
  },
  settingFault: {
    appId: "ID của ứng dụng chỉ gồm chữ số.",
    accessToken: "Hãy sao chép trọn token, không có dấu cách.",
    refreshToken: "Hãy sao chép trọn token, không có dấu cách.",
    appSecret: "Hãy sao chép trọn khóa, không có dấu cách.",
    oaSecret: "Hãy sao chép trọn khóa, không có dấu cách.",
  },
  settingHelp: {
    oaId: "Một dãy số dài, trong phần thông tin tài khoản tại oa.zalo.me.",
    appId: "Tại developers.zalo.me, trong cài đặt ứng dụng của bạn.",
    accessToken: "Lấy cả hai token tại developers.zalo.me → Công cụ → API Explorer, cho Official Account này.",
    refreshToken: "Chỉ dùng được một lần: Banter sẽ dùng nó và tự giữ những token tiếp theo.",
    appSecret: "Trong cài đặt của ứng dụng.",
    oaSecret: "Trong ứng dụng, mục Official Account → Webhook. Không phải khóa bí mật của ứng dụng.",
    phoneQuestion: "Bằng ngôn ngữ của khách hàng.",
    sharePicture: "Địa chỉ https của hình. Nếu không có hình, khách tự gõ số điện thoại.",
  },
  webhook: {
    help: "Cần cho Zalo biết tin nhắn được gửi đến đâu. Chỉ làm một lần, trong ứng dụng của bạn tại developers.zalo.me.",
    open: "Mở Official Account → Webhook ở đó. Không bật lọc cú pháp, nếu không chỉ những tin có dấu # được gửi đến.",
    enter: "Nhập một trong hai địa chỉ này. Zalo kiểm tra địa chỉ ngay.",
    subscribe: "Bật các sự kiện sau:",
  },
};

export const zalo: TranslatedWords = { en, vi };
