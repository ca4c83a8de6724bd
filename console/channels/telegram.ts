import type { TranslatedWords } from "./types.ts";

const en = {
  entry: {
    where: "In Telegram, send /newbot to @BotFather, or /mybots for a bot that you have. It answers with the token.",
    link: "Open @BotFather",
    url: "https://t.me/BotFather",
  },
  setting: {
    botToken: "Bot token",
    botName: "User name of the bot",
    phoneButton: "Words on the button that shares a phone number",
    locationButton: "Words on the button that shares a place",
    quickReplies: "Quick replies are shown as",
    keyboardStays: "The keyboard stays open",
    inputHint: "Hint in the message field below the keyboard",
    providerToken: "Payment provider token",
    apiUrl: "Address of the Bot API",
  },
  said: {
    phoneButton: "📞 Share my phone number",
    locationButton: "📍 Share my location",
  },
  settingFault: {
    botToken: "This is no bot token. It is a number, a colon and many letters, such as 42:AAF…",
  },
  settingHelp: {
    botToken: "@BotFather gives it to you, such as 42:AAF…",
    botName: "Without the @, such as corner_shop_bot.",
    phoneButton: "In your customers' language.",
    locationButton: "In your customers' language.",
    keyboardStays: "It is not folded away after a key was pressed.",
    providerToken: "@BotFather gives it to you under Payments. Invoices in Telegram Stars need none.",
    inputHint: "Such as “Choose a size”. Customers can still write.",
  },
  settingChoice: {
    quickReplies: { buttons: "buttons below the message", keyboard: "a keyboard in place of the customer's own" },
  },
  webhook: {
    help: "Nothing: Telegram sends this bot's messages here already. A program that gives it another address takes them away.",
    own: "Telegram has this address already.",
  },
  linkNote: "It opens the bot. The flow starts when the customer presses Start.",
  menuHelp: "Commands behind the menu button beside the message field. Each starts a flow.",
};

const vi: typeof en = {
  entry: {
    where:
      "Trong Telegram, gửi /newbot cho @BotFather, hoặc /mybots nếu đã có bot. @BotFather sẽ trả lời bằng mã của bot.",
    link: "Mở @BotFather",
    url: "https://t.me/BotFather",
  },
  setting: {
    botToken: "Mã của bot (bot token)",
    botName: "Tên người dùng của bot",
    phoneButton: "Chữ trên nút chia sẻ số điện thoại",
    locationButton: "Chữ trên nút chia sẻ vị trí",
    quickReplies: "Trả lời nhanh hiện thành",
    keyboardStays: "Bàn phím luôn mở",
    inputHint: "Gợi ý trong ô viết tin dưới bàn phím",
    providerToken: "Mã nhà cung cấp thanh toán",
    apiUrl: "Địa chỉ Bot API",
  },
  said: {
    phoneButton: "📞 Chia sẻ số điện thoại",
    locationButton: "📍 Chia sẻ vị trí",
  },
  settingFault: {
    botToken: "Đây không phải mã của bot. Mã gồm một số, dấu hai chấm và nhiều chữ, ví dụ 42:AAF…",
  },
  settingHelp: {
    botToken: "Do @BotFather cấp, ví dụ 42:AAF…",
    botName: "Không có dấu @, ví dụ corner_shop_bot.",
    phoneButton: "Bằng ngôn ngữ của khách hàng.",
    locationButton: "Bằng ngôn ngữ của khách hàng.",
    keyboardStays: "Không thu lại sau khi khách bấm một phím.",
    providerToken: "Do @BotFather cấp ở mục Payments. Hoá đơn bằng Sao Telegram không cần mã này.",
    inputHint: "Ví dụ “Chọn cỡ”. Khách vẫn có thể viết.",
  },
  settingChoice: {
    quickReplies: { buttons: "nút dưới tin nhắn", keyboard: "bàn phím thay cho bàn phím của khách" },
  },
  webhook: {
    help: "Không còn gì: Telegram đã gửi tin nhắn của bot này về đây. Nếu một chương trình đặt địa chỉ khác, tin nhắn sẽ không về đây nữa.",
    own: "Telegram đã có địa chỉ này.",
  },
  linkNote: "Mở bot. Kịch bản chạy khi khách bấm Start.",
  menuHelp: "Những lệnh sau nút menu cạnh ô viết tin. Mỗi lệnh chạy một kịch bản.",
};

export const telegram: TranslatedWords = { en, vi };
