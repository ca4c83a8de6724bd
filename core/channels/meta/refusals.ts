import type { CodeMeaning } from "../refusal.ts";

/**
 * Messaging errors of the Graph API, for Messenger and Instagram, by code and subcode, or by either alone. A restricted
 * account stops the page like a bad token: nothing can be sent until its owner has acted.
 * https://developers.facebook.com/docs/messenger-platform/error-codes
 */
export const metaRefusals: readonly CodeMeaning[] = [
  // Temporary faults. 2 can also mean that the person has blocked the page, 1/99 a missing permission.
  {
    codes: ["1", "1/99", "2", "1200"],
    failure: "platform_error",
    en: "Meta has a fault that usually passes.",
    vi: "Meta đang gặp lỗi, thường sẽ tự hết.",
  },
  {
    codes: ["2018321"],
    failure: "platform_error",
    en: "Messenger is asking the customer questions of its own. The message waits.",
    vi: "Messenger đang tự hỏi khách hàng. Tin nhắn sẽ chờ.",
  },
  {
    codes: ["1/1357046"],
    failure: "sent",
    en: "Meta reported an error, but the message was sent.",
    vi: "Meta báo lỗi nhưng tin nhắn đã được gửi.",
  },

  // Throttling of the app, the user, the page or the call. 17, 32, 80001, 80002 and 80006 are unconfirmed.
  {
    codes: ["4", "17", "32", "613", "613/2534040", "80001", "80002", "80006"],
    failure: "throttled",
    en: "Too many calls were made to Meta in a short time. The messages wait.",
    vi: "Đã gọi Meta quá nhiều trong thời gian ngắn. Tin nhắn sẽ chờ.",
  },

  // Frequency limits of marketing messages and opt-ins, misuse of tags: a retry does not help.
  {
    codes: ["4/2018354", "9/2018352", "613/1893016", "613/2018338"],
    failure: "rejected",
    en: "The customer has had as many messages or requests of this kind as Meta allows for now.",
    vi: "Khách hàng tạm thời đã nhận đủ số tin hoặc yêu cầu loại này theo giới hạn của Meta.",
  },
  {
    codes: ["10/1404170"],
    failure: "rejected",
    en: "Meta does not let the page use this message tag any more, because it was misused.",
    vi: "Meta không cho trang dùng thẻ tin nhắn này nữa vì đã bị lạm dụng.",
  },
  {
    codes: ["10/1893015"],
    failure: "rejected",
    en: "The customer has stopped messages on this topic.",
    vi: "Khách hàng đã tắt tin nhắn về chủ đề này.",
  },

  // Outside the window. Meta documents 1545041 so in one place, and as an unavailable person in another.
  {
    codes: ["10/2018278", "10/2018065", "10/2534022"],
    failure: "outside_window",
    en: "The customer last wrote more than 24 hours ago. They must write first.",
    vi: "Khách hàng nhắn lần cuối đã hơn 24 giờ. Họ cần nhắn trước.",
  },
  {
    codes: ["10/2018108", "551", "551/1545041", "200/1545041"],
    failure: "blocked_by_customer",
    en: "The customer cannot be reached: they blocked the page, deleted the chat or their account is gone.",
    vi: "Không liên lạc được với khách hàng: họ đã chặn trang, xoá cuộc trò chuyện hoặc tài khoản không còn.",
  },

  // The page or account may not send at all.
  {
    codes: ["10/1893063", "2022", "100/2534029"],
    failure: "bad_settings",
    en: "Meta has restricted messages of this page or account. Look into its Page Quality or Account Status.",
    vi: "Meta đã hạn chế tin nhắn của trang hoặc tài khoản này. Hãy xem Page Quality hoặc Account Status.",
  },
  {
    codes: ["10", "200"],
    failure: "bad_settings",
    en: "The access token lacks a permission, or the app has lost it. Connect the page again.",
    vi: "Mã truy cập thiếu quyền, hoặc ứng dụng đã mất quyền. Hãy kết nối lại trang.",
  },
  {
    codes: ["200/2018028", "200/2018027"],
    failure: "bad_settings",
    en: "The app is not live, or may write only to people with a role in it. Meta must review the app first.",
    vi: "Ứng dụng chưa hoạt động chính thức, hoặc chỉ được nhắn cho người có vai trò trong ứng dụng. Cần được Meta xét duyệt trước.",
  },
  {
    codes: ["200/2534041"],
    failure: "bad_settings",
    en: "The Instagram account does not allow access to its messages. Switch it on under Messages > Connected tools.",
    vi: "Tài khoản Instagram không cho truy cập tin nhắn. Hãy bật trong Tin nhắn > Công cụ đã kết nối.",
  },
  {
    codes: ["10/2534077"],
    failure: "bad_settings",
    en: "The link between the page and its Instagram account is broken, or the page requires two-factor login.",
    vi: "Liên kết giữa trang và tài khoản Instagram bị hỏng, hoặc trang yêu cầu đăng nhập hai bước.",
  },
  {
    codes: ["100/2534013"],
    failure: "bad_settings",
    en: "The page has no Instagram professional account linked to it.",
    vi: "Trang chưa liên kết với tài khoản Instagram chuyên nghiệp.",
  },
  {
    codes: ["190"],
    failure: "bad_settings",
    en: "The access token is no longer valid. Connect the page again.",
    vi: "Mã truy cập không còn hiệu lực. Hãy kết nối lại trang.",
  },

  // The message is invalid. Removed tags are 100 without a subcode.
  {
    codes: ["100", "100/2018014", "100/2534015"],
    failure: "rejected",
    en: "A part of the message is missing or wrong for Meta, or its tag no longer exists.",
    vi: "Có phần của tin nhắn bị thiếu hoặc không đúng với Meta, hoặc thẻ tin nhắn không còn tồn tại.",
  },
  {
    codes: ["100/33"],
    failure: "rejected",
    en: "Something that the message refers to does not exist, or the token may not see it.",
    vi: "Nội dung mà tin nhắn nhắc đến không tồn tại, hoặc mã truy cập không được xem.",
  },
  {
    codes: ["100/2018001", "100/2534014"],
    failure: "rejected",
    en: "Meta knows no such person for this page.",
    vi: "Meta không có người này đối với trang.",
  },
  {
    codes: ["100/2018008"],
    failure: "rejected",
    mayRetryOnce: true,
    en: "Meta could not fetch the file within its few seconds. It was tried twice. Open the file's address in a browser to check it.",
    vi: "Meta không tải được tệp trong vài giây cho phép. Đã thử hai lần. Hãy mở địa chỉ của tệp trong trình duyệt để kiểm tra.",
  },
  {
    codes: ["100/2018047", "100/2018074", "100/2018109", "100/2018294"],
    failure: "rejected",
    en: "Meta does not accept the file: its kind, its size or its format.",
    vi: "Meta không nhận tệp: loại, kích thước hoặc định dạng không phù hợp.",
  },
  // Private replies. 109xx are seen in use; Meta documents only the codes of Instagram.
  {
    codes: ["10900"],
    failure: "comment_answered",
    en: "This comment was answered privately before, and Meta allows one private reply.",
    vi: "Bình luận này đã được trả lời riêng, và Meta chỉ cho phép một lần.",
  },
  {
    codes: ["10901", "10902", "100/2534025"],
    failure: "comment_closed",
    en: "This comment cannot be answered privately: it is too old, was answered before, or its author cannot be written to.",
    vi: "Không thể trả lời riêng bình luận này: đã quá cũ, đã được trả lời, hoặc không thể nhắn cho người viết.",
  },
  {
    codes: ["100/2018292"],
    failure: "comment_gone",
    en: "The comment was deleted before it could be answered.",
    vi: "Bình luận đã bị xoá trước khi được trả lời.",
  },
  {
    codes: ["100/2534037", "2018300"],
    failure: "rejected",
    en: "Another app or the page's inbox has this conversation now.",
    vi: "Ứng dụng khác hoặc hộp thư của trang đang giữ cuộc trò chuyện này.",
  },
  {
    codes: ["2018218", "2018247"],
    failure: "rejected",
    en: "The customer has no profile, or it may not be read.",
    vi: "Khách hàng không có hồ sơ, hoặc không được phép đọc hồ sơ.",
  },
  {
    codes: ["9000001"],
    failure: "rejected",
    en: "The message that it refers to was deleted.",
    vi: "Tin nhắn được nhắc đến đã bị xoá.",
  },
  {
    codes: ["368"],
    failure: "rejected",
    en: "Meta holds this message back because it looks like spam or breaks a policy.",
    vi: "Meta chặn tin nhắn này vì giống spam hoặc vi phạm chính sách.",
  },
];
