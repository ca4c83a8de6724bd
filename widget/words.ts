/** The words of the launcher on other people's sites. */
export const launcherWords = {
  en: {
    chat: "Chat",
    open: "Open chat",
    close: "Close chat",
    unread: (count: number) => (count === 1 ? "1 new message" : `${count} new messages`),
  },
  vi: {
    chat: "Trò chuyện",
    open: "Mở trò chuyện",
    close: "Đóng trò chuyện",
    unread: (count: number) => `${count} tin nhắn mới`,
  },
};

/** The words of the chat. */
export const chatWords = {
  en: {
    chat: "Chat",
    conversation: "Conversation",
    write: "Write a message…",
    send: "Send",
    menu: "Menu",
    close: "Close chat",
    you: "You",
    connecting: "Connecting…",
    typing: (name: string) => `${name} is typing`,
    newMessages: "New messages",
    sending: "Sending…",
    notSent: "Not sent.",
    tryAgain: "Try again",
    remove: "Remove",
    unavailable: "This chat is not available.",
    image: "Image",
    video: "Video",
    audio: "Audio",
    file: "File",
    notShown: (what: string) => `${what} could not be shown`,
    opensNewTab: "opens in a new tab",
    cards: (count: number) => `${count} cards`,
    quickReplies: "Suggested answers",
    questions: "Questions to start with",
    sharePhone: "Share phone number",
    shareEmail: "Share email address",
    phone: "Phone number",
    email: "Email address",
    cancel: "Cancel",
    attach: "Send a picture or a file",
    drop: "Drop the files to send them",
    sendingFile: (name: string) => `Sending ${name}`,
    fileTooLarge: (megabytes: number) => `The file is too large: at most ${megabytes} MB.`,
    fileNotAllowed: "Files of this type cannot be sent.",
    fileMismatch: "The content of this file is not what its name says.",
    noFiles: "No files can be sent here right now.",
  },
  vi: {
    chat: "Trò chuyện",
    conversation: "Cuộc trò chuyện",
    write: "Nhập tin nhắn…",
    send: "Gửi",
    menu: "Menu",
    close: "Đóng trò chuyện",
    you: "Bạn",
    connecting: "Đang kết nối…",
    typing: (name: string) => `${name} đang nhập`,
    newMessages: "Tin nhắn mới",
    sending: "Đang gửi…",
    notSent: "Chưa gửi được.",
    tryAgain: "Thử lại",
    remove: "Xóa",
    unavailable: "Cuộc trò chuyện này hiện không khả dụng.",
    image: "Hình ảnh",
    video: "Video",
    audio: "Âm thanh",
    file: "Tệp",
    notShown: (what: string) => `Không hiển thị được: ${what.toLowerCase()}`,
    opensNewTab: "mở trong thẻ mới",
    cards: (count: number) => `${count} thẻ`,
    quickReplies: "Câu trả lời gợi ý",
    questions: "Câu hỏi để bắt đầu",
    sharePhone: "Gửi số điện thoại",
    shareEmail: "Gửi địa chỉ email",
    phone: "Số điện thoại",
    email: "Địa chỉ email",
    cancel: "Hủy",
    attach: "Gửi hình hoặc tệp",
    drop: "Thả tệp để gửi",
    sendingFile: (name: string) => `Đang gửi ${name}`,
    fileTooLarge: (megabytes: number) => `Tệp quá lớn: tối đa ${megabytes} MB.`,
    fileNotAllowed: "Không thể gửi loại tệp này.",
    fileMismatch: "Nội dung tệp không đúng với tên tệp.",
    noFiles: "Hiện không thể gửi tệp tại đây.",
  },
} satisfies Record<string, Record<string, string | ((value: never) => string)>>;

export type ChatWords = (typeof chatWords)["en"];
export type Language = keyof typeof chatWords;

/** The first of the visitor's languages that we speak. */
export function chooseLanguage(preferred: readonly string[]): Language {
  const spoken = preferred.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => tag === "en" || tag === "vi");
  return spoken === "vi" ? "vi" : "en";
}
