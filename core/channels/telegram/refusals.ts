import type { CodeMeaning } from "../refusal.ts";

/** Telegram has no codes but HTTP's: its description tells the rest. Each row has a name of ours as its code. */
type TelegramRefusal = CodeMeaning & {
  codes: readonly [string];
  failure: Exclude<CodeMeaning["failure"], "sent">;
  status: number;
  says?: RegExp;
};

/** The first row that fits holds. https://core.telegram.org/bots/api#making-requests */
export const telegramRefusals: readonly TelegramRefusal[] = [
  {
    codes: ["too_many_requests"],
    status: 429,
    failure: "throttled",
    en: "Telegram wants no more messages for a while. The messages wait.",
    vi: "Telegram tạm thời không nhận thêm tin. Tin nhắn sẽ chờ.",
  },
  {
    codes: ["bot_blocked"],
    status: 403,
    says: /bot was blocked by the user/i,
    failure: "blocked_by_customer",
    en: "The customer has blocked the bot.",
    vi: "Khách hàng đã chặn bot.",
  },
  {
    codes: ["user_deactivated"],
    status: 403,
    says: /user is deactivated/i,
    failure: "blocked_by_customer",
    en: "The customer's Telegram account no longer exists.",
    vi: "Tài khoản Telegram của khách hàng không còn tồn tại.",
  },
  {
    codes: ["not_started"],
    status: 403,
    says: /bot can't initiate conversation/i,
    failure: "blocked_by_customer",
    en: "The customer has not pressed Start yet, or has deleted the chat. They must write first.",
    vi: "Khách hàng chưa bấm Start, hoặc đã xoá cuộc trò chuyện. Họ cần nhắn trước.",
  },
  {
    codes: ["forbidden"],
    status: 403,
    failure: "rejected",
    en: "Telegram does not let the bot write to this chat.",
    vi: "Telegram không cho bot nhắn vào cuộc trò chuyện này.",
  },
  {
    codes: ["chat_not_found"],
    status: 400,
    says: /chat not found|user not found|PEER_ID_INVALID/i,
    failure: "blocked_by_customer",
    en: "Telegram knows no such chat: the customer has never written to this bot, or is gone.",
    vi: "Telegram không có cuộc trò chuyện này: khách hàng chưa từng nhắn cho bot, hoặc không còn nữa.",
  },
  {
    codes: ["file_not_fetched"],
    status: 400,
    says: /HTTP URL|web ?page|can't upload file by URL|WEBPAGE_|wrong file identifier/i,
    failure: "rejected",
    en: "Telegram could not fetch the file at its address. Customers get the address instead. Open it in a browser to check it.",
    vi: "Telegram không tải được tệp từ địa chỉ. Khách hàng nhận địa chỉ thay cho tệp. Hãy mở địa chỉ trong trình duyệt để kiểm tra.",
  },
  {
    codes: ["file_not_accepted"],
    status: 400,
    says: /wrong type of the|_INVALID_DIMENSIONS|PHOTO_|IMAGE_PROCESS_FAILED|MEDIA_(EMPTY|INVALID)|CONTENT_TYPE_INVALID|file (is too big|must be non-empty)|FILE_PARTS?_|too big for a/i,
    failure: "rejected",
    en: "Telegram does not accept the file: it is empty, too large, damaged or of another kind than its name says. Customers get its address instead.",
    vi: "Telegram không nhận tệp: tệp trống, quá lớn, bị hỏng hoặc khác loại với tên. Khách hàng nhận địa chỉ thay cho tệp.",
  },
  {
    codes: ["provider_missing"],
    status: 400,
    says: /PAYMENT_PROVIDER_INVALID|PROVIDER_ACCOUNT/i,
    failure: "rejected",
    en: "The page has no payment provider, or Telegram does not know its token. Get one from @BotFather under Payments and enter it in the channel's settings. Invoices in Stars need none.",
    vi: "Trang chưa có nhà cung cấp thanh toán, hoặc Telegram không nhận mã của nhà cung cấp. Hãy lấy mã từ @BotFather ở mục Payments và nhập vào cài đặt kênh. Hoá đơn bằng Sao không cần mã.",
  },
  {
    codes: ["currency_invalid"],
    status: 400,
    says: /CURRENCY_|STARS_INVOICE_INVALID/i,
    failure: "rejected",
    en: "Telegram does not take invoices in this currency, or the amount is too small or too large for it.",
    vi: "Telegram không nhận hoá đơn bằng loại tiền này, hoặc số tiền quá nhỏ hay quá lớn.",
  },
  {
    codes: ["text_too_long"],
    status: 400,
    says: /(message|caption) is too long/i,
    failure: "rejected",
    en: "The text is too long for Telegram.",
    vi: "Văn bản quá dài đối với Telegram.",
  },
  {
    codes: ["button_invalid"],
    status: 400,
    says: /BUTTON_|inline keyboard/i,
    failure: "rejected",
    en: "Telegram does not accept a button. A link must be a complete public address.",
    vi: "Telegram không nhận một nút. Liên kết phải là địa chỉ công khai đầy đủ.",
  },
  {
    codes: ["bad_request"],
    status: 400,
    failure: "rejected",
    en: "A part of the message is missing or wrong for Telegram.",
    vi: "Có phần của tin nhắn bị thiếu hoặc không đúng với Telegram.",
  },
  // Not documented: seen for revoked tokens and for tokens that never existed.
  {
    codes: ["unauthorized"],
    status: 401,
    failure: "bad_settings",
    en: "The bot's token is no longer valid. Ask @BotFather for the token and connect the page again.",
    vi: "Mã của bot không còn hiệu lực. Hãy lấy mã từ @BotFather và kết nối lại trang.",
  },
  {
    codes: ["no_such_bot"],
    status: 404,
    failure: "bad_settings",
    en: "Telegram knows no bot with this token. Ask @BotFather for the token and connect the page again.",
    vi: "Telegram không có bot nào với mã này. Hãy lấy mã từ @BotFather và kết nối lại trang.",
  },
];
