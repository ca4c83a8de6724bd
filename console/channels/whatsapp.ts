import { settingEn, settingHelpEn, settingHelpVi, settingVi } from "./meta.ts";
import type { TranslatedWords } from "./types.ts";

const en = {
  entry: {
    where: "Open your app at Meta, and there WhatsApp → API Setup.",
    link: "Open your apps",
    url: "https://developers.facebook.com/apps",
  },
  setting: {
    phoneNumberId: "Phone number ID",
    businessAccountId: "WhatsApp Business account ID",
    phoneNumber: "Phone number",
    accessToken: "Access token of a system user",
    ...settingEn,
    chooseLabel: "Words on the button that opens a list",
    phoneQuestion: "How to ask for a phone number",
    emailQuestion: "How to ask for an e-mail address",
    baseUrl: "Address of the Graph API",
  },
  said: {
    chooseLabel: "Choose",
    phoneQuestion: "What is your phone number?",
    emailQuestion: "What is your e-mail address?",
  },
  settingFault: {
    phoneNumberId: "The ID has digits only. It is not the phone number itself.",
    businessAccountId: "The ID has digits only.",
    accessToken: "This is no access token. Copy it whole, without spaces.",
  },
  settingHelp: {
    phoneNumberId: "A long number, in your app at Meta under WhatsApp → API Setup.",
    businessAccountId: "It stands there too.",
    phoneNumber: "With its country code, as customers dial it.",
    ...settingHelpEn,
    chooseLabel: "In your customers' language.",
  },
  webhook: {
    help: "WhatsApp knows where this number's messages go: connecting has told it. In your app at Meta, under WhatsApp → Configuration, subscribe to the field messages.",
    own: "WhatsApp has this address already, for this number.",
    app: "Enter it as the app's address at Meta, and subscribe to the fields whose names begin with message_template, to template_category_update, phone_number_quality_update and account_update: only there Meta tells when a template is paused.",
  },
  linkNote:
    "It opens WhatsApp with “/start {{ref}}” in the message field. The flow starts when the customer sends that.",
  iceHelp: "Questions in the empty chat. Pressing one writes its words, and starts its flow.",
  menuHelp: "Commands that WhatsApp lists when a customer types “/”. Each starts a flow.",
};

const vi: typeof en = {
  entry: {
    where: "Mở ứng dụng của bạn tại Meta, vào WhatsApp → API Setup.",
    link: "Mở danh sách ứng dụng",
    url: "https://developers.facebook.com/apps",
  },
  setting: {
    phoneNumberId: "Mã của số điện thoại (phone number ID)",
    businessAccountId: "Mã tài khoản WhatsApp Business",
    phoneNumber: "Số điện thoại",
    accessToken: "Mã truy cập của người dùng hệ thống",
    ...settingVi,
    chooseLabel: "Chữ trên nút mở danh sách",
    phoneQuestion: "Câu hỏi xin số điện thoại",
    emailQuestion: "Câu hỏi xin địa chỉ email",
    baseUrl: "Địa chỉ Graph API",
  },
  said: {
    chooseLabel: "Chọn",
    phoneQuestion: "Số điện thoại của bạn là gì?",
    emailQuestion: "Địa chỉ email của bạn là gì?",
  },
  settingFault: {
    phoneNumberId: "Mã chỉ gồm chữ số. Đây không phải chính số điện thoại.",
    businessAccountId: "Mã chỉ gồm chữ số.",
    accessToken: "Đây không phải mã truy cập. Hãy sao chép trọn vẹn, không có dấu cách.",
  },
  settingHelp: {
    phoneNumberId: "Một dãy số dài, trong ứng dụng của bạn tại Meta, mục WhatsApp → API Setup.",
    businessAccountId: "Cũng nằm ở đó.",
    phoneNumber: "Có mã quốc gia, như khách bấm gọi.",
    ...settingHelpVi,
    chooseLabel: "Bằng ngôn ngữ của khách hàng.",
  },
  webhook: {
    help: "WhatsApp đã biết tin nhắn của số này được gửi đến đâu: việc kết nối đã báo rồi. Trong ứng dụng của bạn tại Meta, mục WhatsApp → Configuration, hãy đăng ký trường messages.",
    own: "WhatsApp đã có địa chỉ này cho số này.",
    app: "Nhập làm địa chỉ của ứng dụng tại Meta, và đăng ký các trường bắt đầu bằng message_template, cùng template_category_update, phone_number_quality_update và account_update: chỉ ở đó Meta mới báo khi mẫu tin bị tạm dừng.",
  },
  linkNote: "Mở WhatsApp với “/start {{ref}}” trong ô viết tin. Kịch bản chạy khi khách gửi dòng đó.",
  iceHelp: "Những câu hỏi trong khung chat trống. Bấm vào là gửi chính câu đó và chạy kịch bản của nó.",
  menuHelp: "Những lệnh WhatsApp liệt kê khi khách gõ “/”. Mỗi lệnh chạy một kịch bản.",
};

export const whatsapp: TranslatedWords = { en, vi };
