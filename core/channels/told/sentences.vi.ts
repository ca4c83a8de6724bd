/**
 * Sentences of the server about a platform, in English, and the same in Vietnamese. `{0}` stands for a value, which can
 * be a sentence of this list itself.
 */
export const sentencesVi: Readonly<Record<string, string>> = {
  // Around a refusal.
  "{0} could not be reached: {1}": "Không liên lạc được với {0}: {1}",
  "{0} refused these settings: {1}": "{0} không nhận các cài đặt này: {1}",
  "Facebook refused this login: {0}": "Facebook từ chối lần đăng nhập này: {0}",
  "This server has no app at Meta. Its operator can set META_APP_ID and META_APP_SECRET.":
    "Máy chủ này chưa có ứng dụng tại Meta. Người vận hành có thể đặt META_APP_ID và META_APP_SECRET.",
  "{0} has no message templates.": "{0} không có mẫu tin nhắn.",
  "{0} has no forms.": "{0} không có biểu mẫu.",
  "{0} has no posts.": "{0} không có bài viết.",
  "The page is not connected.": "Trang chưa được kết nối.",
  "This server does not have the page's channel.": "Máy chủ này không có kênh của trang.",
  "The channel's settings are not complete.": "Cài đặt của kênh chưa đầy đủ.",

  // No usable answer.
  "{0} gave no complete answer.": "{0} không trả lời trọn vẹn.",
  "{0} gave no answer in time.": "{0} không trả lời kịp.",
  "{0} could not be reached.": "Không liên lạc được với {0}.",
  "The settings do not make a valid request.": "Với các cài đặt này không thể gọi nền tảng.",
  "{0} is throttling.": "{0} đang giới hạn số lần gọi.",
  "{0} does not accept the token.": "{0} không nhận mã truy cập.",
  "{0} answered with status {1}.": "{0} trả lời với trạng thái {1}.",
  "{0} answered with status {1} instead of the file.": "{0} trả lời với trạng thái {1} thay vì gửi tệp.",
  "{0} answered {1} with an unknown body.": "{0} trả lời {1} với nội dung lạ.",
  "{0}'s response is incomplete.": "Câu trả lời của {0} không đầy đủ.",
  "{0}'s response holds no usable token.": "Câu trả lời của {0} không có mã truy cập dùng được.",
  "{0}'s response does not name the message.": "Câu trả lời của {0} không nêu tin nhắn nào.",
  "Meta's answer holds no token.": "Câu trả lời của Meta không có mã truy cập.",
  "{0} did not give the whole file.": "{0} không gửi trọn tệp.",

  // The account of a token.
  "{0} did not name the account of the token.": "{0} không cho biết mã truy cập thuộc tài khoản nào.",
  "LINE did not name the channel of the token.": "LINE không cho biết mã truy cập thuộc kênh nào.",
  "Telegram did not name the bot of the token.": "Telegram không cho biết mã thuộc bot nào.",
  "The token belongs to bot {0}, not to this page's bot {1}.": "Mã này thuộc bot {0}, không phải bot {1} của trang.",
  "The bot's user name is {0}, not {1}.": "Tên người dùng của bot là {0}, không phải {1}.",
  "The token belongs to channel {0}, not to this page's {1}.":
    "Mã truy cập thuộc kênh {0}, không phải kênh {1} của trang.",
  "LINE does not accept the channel access token.": "LINE không nhận mã truy cập kênh.",
  "The channel secret is not this channel's.": "Khóa bí mật không phải của kênh này.",
  "The account's LINE ID is {0}, not {1}.": "LINE ID của tài khoản là {0}, không phải {1}.",
  "The access token belongs to account {0}, not to this page.":
    "Mã truy cập thuộc tài khoản {0}, không phải trang này.",
  "The access token belongs to the account {0}, not to {1}.": "Mã truy cập thuộc tài khoản {0}, không phải {1}.",
  "Meta does not say which account the access token belongs to ({0}): it lacks a permission or an account.":
    "Meta không cho biết mã truy cập thuộc tài khoản nào ({0}): mã thiếu quyền hoặc thiếu tài khoản.",
  "Meta did not subscribe the app to the page.": "Meta chưa đăng ký ứng dụng nhận tin của trang.",
  "WhatsApp does not know a phone number with this ID.": "WhatsApp không có số điện thoại nào với ID này.",
  "The page is {0}, but this number's would be {1}.": "Trang là {0}, nhưng trang của số này sẽ là {1}.",
  "The page is {0}, but this account's would be {1}.": "Trang là {0}, nhưng trang của tài khoản này sẽ là {1}.",
  "The phone number and the phone number's ID do not belong together.": "Số điện thoại và ID của số không khớp nhau.",
  "The access token lacks a permission.": "Mã truy cập thiếu một quyền.",
  "{0} Connect the page again with new tokens.": "{0} Hãy kết nối lại trang bằng mã mới.",
  "Zalo did not renew the token: error {0}.": "Zalo không gia hạn mã truy cập: lỗi {0}.",

  // A message, a file, a conversation.
  "The message has a fault.": "Tin nhắn có lỗi.",
  "The file was deleted.": "Tệp đã bị xóa.",
  "The file could not be read.": "Không đọc được tệp.",
  "There is no such part of the file.": "Tệp không có phần này.",
  "The file is larger than {0} MB and cannot be fetched.": "Tệp lớn hơn {0} MB nên không tải được.",
  "The file has more than the {0} MB that Meta takes.": "Tệp vượt quá {0} MB mà Meta nhận.",
  "Meta has given no id to an uploaded file.": "Meta không cấp mã cho tệp đã tải lên.",
  "WhatsApp did not give the file's address.": "WhatsApp không cho địa chỉ của tệp.",
  "The file's address is on a host that is not Meta's.": "Địa chỉ của tệp không thuộc máy chủ của Meta.",
  "The message has no id at {0}.": "Tin nhắn không có mã tại {0}.",
  "The message has no number at Telegram.": "Tin nhắn không có số tại Telegram.",
  "The message template is malformed.": "Mẫu tin nhắn bị sai cấu trúc.",
  "The message template has no text to show.": "Mẫu tin nhắn không có nội dung để hiện.",
  "There is no such template in this language.": "Không có mẫu tin nhắn này bằng ngôn ngữ đó.",
  "Only a message template can be sent as a utility message.": "Chỉ mẫu tin nhắn mới gửi được dưới dạng tin tiện ích.",
  "Meta takes no messages with the tag {0}.": "Meta không nhận tin nhắn có thẻ {0}.",
  "Comments cannot be liked here.": "Không thể thích bình luận ở đây.",
  "The products have no catalog.": "Sản phẩm chưa có danh mục.",
  "The end of the offer is not a time.": "Hạn của ưu đãi không phải là thời điểm.",
  "The page has no payment provider token, which invoices in this currency need.":
    "Trang chưa có mã của nhà cung cấp thanh toán, cần cho hóa đơn bằng loại tiền này.",
  "Meta lets only the page's default app take a conversation. Let the people in the inbox finish it (Done), or choose this app in the page's settings under Conversation routing.":
    "Meta chỉ cho ứng dụng mặc định của trang nhận hội thoại. Hãy để người ở hộp thư kết thúc hội thoại (Done), hoặc chọn ứng dụng này trong cài đặt của trang, mục Conversation routing.",
  "Meta lets only the number's app for escalations take a conversation. Write to the customer: a message of yours takes it as well.":
    "Meta chỉ cho ứng dụng xử lý chuyển tiếp của số nhận hội thoại. Hãy nhắn cho khách: tin của bạn cũng nhận hội thoại.",
  "WhatsApp refused the message.": "WhatsApp từ chối tin nhắn.",

  // News about an account.
  "LINE has suspended the account: nothing can be sent until LINE ends this.":
    "LINE đã đình chỉ tài khoản: không gửi được gì cho đến khi LINE gỡ bỏ.",
  "LINE lets the account send messages again.": "LINE đã cho tài khoản gửi tin trở lại.",
  "The account has sent all {0} messages of its plan for this month: only first answers to customers arrive.":
    "Tài khoản đã gửi hết {0} tin của gói tháng này: chỉ câu trả lời đầu tiên đến được khách.",
  "Meta lets the page send messages again.": "Meta đã cho trang gửi tin trở lại.",
  "Meta has lifted its restrictions of the page.": "Meta đã gỡ các hạn chế của trang.",
  "Meta has lifted its restrictions of the page: {0}": "Meta đã gỡ các hạn chế của trang: {0}",
  "Meta warns the page that it breaks a policy.": "Meta cảnh báo trang vi phạm một chính sách.",
  "Meta warns the page that it breaks a policy: {0}": "Meta cảnh báo trang vi phạm một chính sách: {0}",
  "Meta has restricted the page.": "Meta đã hạn chế trang.",
  "Meta has restricted the page: {0}": "Meta đã hạn chế trang: {0}",
  "Meta has suspended the page.": "Meta đã đình chỉ trang.",
  "Meta has suspended the page: {0}": "Meta đã đình chỉ trang: {0}",
  "Meta has blocked messages of the page.": "Meta đã chặn tin nhắn của trang.",
  "Meta has blocked messages of the page: {0}": "Meta đã chặn tin nhắn của trang: {0}",
  "The quality of the template {0} is now {1}.": "Chất lượng của mẫu {0} hiện là {1}.",
  "The template {0} is now billed as {1}, not as {2}.": "Mẫu {0} hiện được tính phí theo loại {1}, không phải {2}.",
  "The template {0} is now billed as {1}.": "Mẫu {0} hiện được tính phí theo loại {1}.",
  "The template {0} will be billed as {1}.": "Mẫu {0} sẽ được tính phí theo loại {1}.",
  "another category": "khác",
  ...template({
    "can be sent": "đã gửi được",
    "can be sent again": "gửi lại được",
    "is paused": "bị tạm dừng",
    "is disabled": "bị tắt",
    "was refused": "bị từ chối",
    "has a bad quality and will soon be disabled": "có chất lượng kém và sắp bị tắt",
    "is being deleted": "đang bị xóa",
    "was deleted": "đã bị xóa",
    "is being reviewed again": "đang được xét duyệt lại",
    "is being reviewed": "đang được xét duyệt",
    "is locked": "bị khóa",
    "was put into the archive": "đã được đưa vào kho lưu trữ",
  }),
  "The form {0} can be used again.": "Biểu mẫu {0} dùng lại được.",
  "The form {0} is throttled: WhatsApp lets few customers open it, because its server often fails or is slow.":
    "Biểu mẫu {0} bị giới hạn: WhatsApp chỉ cho ít khách mở, vì máy chủ của biểu mẫu hay lỗi hoặc chậm.",
  "The form {0} is blocked: customers cannot open it, because its server often fails or is slow.":
    "Biểu mẫu {0} bị chặn: khách không mở được, vì máy chủ của biểu mẫu hay lỗi hoặc chậm.",
  "{0} People whom the page may write to first, per day: {1}.": "{0} Số người trang được nhắn trước mỗi ngày: {1}.",
  "any number": "không giới hạn",
  "The quality of the number is low.": "Chất lượng của số đang thấp.",
  "The quality of the number is good again.": "Chất lượng của số đã tốt trở lại.",
  "The number may write to more people.": "Số được nhắn cho nhiều người hơn.",
  "The number may write to fewer people.": "Số được nhắn cho ít người hơn.",
  "The number is registered.": "Số đã được đăng ký.",
  "The number may send faster.": "Số được gửi nhanh hơn.",
  "WhatsApp warns: {0}": "WhatsApp cảnh báo: {0}",
  "WhatsApp has given the account back.": "WhatsApp đã trả lại tài khoản.",
  "WhatsApp will disable the account on {0}.": "WhatsApp sẽ tắt tài khoản vào {0}.",
  "WhatsApp will disable the account.": "WhatsApp sẽ tắt tài khoản.",
  "The WhatsApp Business account was deleted.": "Tài khoản WhatsApp Business đã bị xóa.",
  "WhatsApp has disabled the account.": "WhatsApp đã tắt tài khoản.",
  "WhatsApp says that the account has broken a policy.": "WhatsApp cho biết tài khoản đã vi phạm một chính sách.",
  "WhatsApp says that the account has broken a policy ({0}).":
    "WhatsApp cho biết tài khoản đã vi phạm một chính sách ({0}).",
  "WhatsApp has lifted its restrictions.": "WhatsApp đã gỡ các hạn chế.",
  "WhatsApp has restricted the account: {0}.": "WhatsApp đã hạn chế tài khoản: {0}.",
  "{0} Connect the page again.": "{0} Hãy kết nối lại trang.",
  "WhatsApp has ended the connection of the account.": "WhatsApp đã ngắt kết nối của tài khoản.",
  "The WhatsApp Business account is no longer shared with the app's business.":
    "Tài khoản WhatsApp Business không còn được chia sẻ với doanh nghiệp của ứng dụng.",
  "The app was removed from the WhatsApp Business account.": "Ứng dụng đã bị gỡ khỏi tài khoản WhatsApp Business.",
  "WhatsApp has approved the account.": "WhatsApp đã duyệt tài khoản.",
  "WhatsApp has rejected the account: it breaks a policy, and messages no longer pass.":
    "WhatsApp đã từ chối tài khoản: tài khoản vi phạm chính sách và không gửi nhận tin được nữa.",
  "WhatsApp reviews the account: until then messages do not pass.":
    "WhatsApp đang xét duyệt tài khoản: trong lúc đó không gửi nhận tin được.",
  "WhatsApp has put off the review of the account: until then messages do not pass.":
    "WhatsApp đã hoãn xét duyệt tài khoản: trong lúc đó không gửi nhận tin được.",
};

/** News about a template, with and without the platform's reason. */
function template(states: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(states).flatMap(([en, vi]) => [
      [`The template {0} ${en}.`, `Mẫu {0} ${vi}.`],
      [`The template {0} ${en}: {1}`, `Mẫu {0} ${vi}: {1}`],
    ]),
  );
}
