export const en = {
  title: "When people answer",
  help: "The bot steps back while a member of the team talks to a customer.",
  readOnly: "Your role does not allow changes here.",
  pause: "Pause of the bot after a person has written",
  pauseHelp: "It begins anew with each message of a person.",
  untilGivenBack: "Until it is given back",
  handOver: "A hand-over that nobody answers ends after",
  handOverHelp: "Then the bot answers the customer again.",
  never: "Never",
  text: "Message to the customer then",
  textHelp: "Leave it empty to send none.",
};

export const vi: typeof en = {
  title: "Khi có người trả lời",
  help: "Bot lùi lại khi thành viên trong nhóm nói chuyện với khách hàng.",
  readOnly: "Vai trò của bạn không được thay đổi ở đây.",
  pause: "Bot tạm dừng sau khi có người viết",
  pauseHelp: "Tính lại từ đầu sau mỗi tin nhắn của người đó.",
  untilGivenBack: "Cho đến khi trả lại cho bot",
  handOver: "Yêu cầu gặp người thật không ai trả lời sẽ kết thúc sau",
  handOverHelp: "Sau đó bot lại trả lời khách hàng.",
  never: "Không bao giờ",
  text: "Tin nhắn cho khách hàng khi đó",
  textHelp: "Để trống nếu không gửi gì.",
};
