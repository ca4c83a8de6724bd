import type { Translated } from "./types.ts";

const en = {
  name: "Telegram",
  setting: {
    botToken: "Bot token",
    botName: "User name of the bot",
    phoneButton: "Words on the button that shares a phone number",
    locationButton: "Words on the button that shares a place",
    apiUrl: "Address of the Bot API",
  },
  settingHelp: {
    botToken: "@BotFather gives it to you, such as 42:AAF…",
    botName: "Without the @, such as corner_shop_bot.",
    phoneButton: "In your customers' language.",
    locationButton: "In your customers' language.",
  },
  webhook: {
    help: "Nothing: Telegram sends this bot's messages here already. A program that gives it another address takes them away.",
    own: "Telegram has this address already.",
  },
  linkNote: "It opens the bot. The flow starts when the customer presses Start.",
  menuHelp: "Commands behind the menu button beside the message field. Each starts a flow.",
};

const vi: typeof en = {
  name: "Telegram",
  setting: {
    botToken: "Mã của bot (bot token)",
    botName: "Tên người dùng của bot",
    phoneButton: "Chữ trên nút chia sẻ số điện thoại",
    locationButton: "Chữ trên nút chia sẻ vị trí",
    apiUrl: "Địa chỉ Bot API",
  },
  settingHelp: {
    botToken: "Do @BotFather cấp, ví dụ 42:AAF…",
    botName: "Không có dấu @, ví dụ corner_shop_bot.",
    phoneButton: "Bằng ngôn ngữ của khách hàng.",
    locationButton: "Bằng ngôn ngữ của khách hàng.",
  },
  webhook: {
    help: "Không còn gì: Telegram đã gửi tin nhắn của bot này về đây. Nếu một chương trình đặt địa chỉ khác, tin nhắn sẽ không về đây nữa.",
    own: "Telegram đã có địa chỉ này.",
  },
  linkNote: "Mở bot. Kịch bản chạy khi khách bấm Start.",
  menuHelp: "Những lệnh sau nút menu cạnh ô viết tin. Mỗi lệnh chạy một kịch bản.",
};

export const telegram: Translated = { en, vi };
