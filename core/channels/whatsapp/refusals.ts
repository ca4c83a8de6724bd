import type { CodeMeaning } from "../refusal.ts";

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
export const whatsappRefusals: readonly CodeMeaning[] = [
  // A fault of WhatsApp that passes.
  {
    codes: ["1"],
    failure: "platform_error",
    en: "WhatsApp could not read the request, or has a fault.",
    vi: "WhatsApp không đọc được yêu cầu, hoặc đang gặp lỗi.",
  },
  {
    codes: ["2", "131016", "133004"],
    failure: "platform_error",
    en: "WhatsApp is not available for a while.",
    vi: "WhatsApp tạm thời không hoạt động.",
  },
  {
    codes: ["131000"],
    failure: "platform_error",
    en: "Something went wrong at WhatsApp.",
    vi: "WhatsApp đã gặp lỗi.",
  },
  {
    codes: ["131057"],
    failure: "platform_error",
    en: "WhatsApp is maintaining the account, which takes some minutes.",
    vi: "WhatsApp đang bảo trì tài khoản, thường mất vài phút.",
  },

  // Too much, too fast.
  {
    codes: ["4"],
    failure: "throttled",
    en: "The app has made too many calls. The messages wait.",
    vi: "Ứng dụng đã gọi quá nhiều lần. Tin nhắn sẽ chờ.",
  },
  {
    codes: ["80007"],
    failure: "throttled",
    en: "The WhatsApp Business account has made too many calls. The messages wait.",
    vi: "Tài khoản WhatsApp Business đã gọi quá nhiều lần. Tin nhắn sẽ chờ.",
  },
  {
    codes: ["130429"],
    failure: "throttled",
    en: "The phone number sends faster than WhatsApp allows. The messages wait.",
    vi: "Số điện thoại gửi nhanh hơn mức WhatsApp cho phép. Tin nhắn sẽ chờ.",
  },
  {
    codes: ["131048"],
    failure: "throttled",
    en: "WhatsApp limits this number because people reported its messages as spam. Look at its quality in WhatsApp Manager.",
    vi: "WhatsApp hạn chế số này vì tin nhắn bị báo cáo là spam. Hãy xem chất lượng của số trong WhatsApp Manager.",
  },
  {
    codes: ["131056"],
    failure: "throttled",
    scope: "customer",
    en: "This person was sent too many messages in a short time. Messages to others are not held up.",
    vi: "Người này đã nhận quá nhiều tin trong thời gian ngắn. Tin cho người khác không bị ảnh hưởng.",
  },
  {
    codes: ["131064"],
    failure: "throttled",
    en: "WhatsApp limits the account because of the categories of its templates.",
    vi: "WhatsApp hạn chế tài khoản vì phân loại của các mẫu tin nhắn.",
  },
  {
    codes: ["133016"],
    failure: "throttled",
    en: "The phone number was registered too often. WhatsApp accepts it again later.",
    vi: "Số điện thoại đã được đăng ký quá nhiều lần. WhatsApp sẽ nhận lại sau.",
  },

  // The customer.
  {
    codes: ["131047"],
    failure: "outside_window",
    en: "The customer last wrote more than 24 hours ago. Only an approved template reaches them now.",
    vi: "Khách hàng nhắn lần cuối đã hơn 24 giờ. Lúc này chỉ có thể gửi mẫu tin nhắn đã được duyệt.",
  },
  {
    codes: ["131026"],
    failure: "blocked_by_customer",
    en: "The number is not on WhatsApp, its app is too old, or the person has not accepted WhatsApp's newest terms.",
    vi: "Số này không dùng WhatsApp, ứng dụng quá cũ, hoặc người dùng chưa chấp nhận điều khoản mới nhất.",
  },
  {
    codes: ["130403"],
    failure: "blocked_by_customer",
    en: "This person is blocked by the business. Unblock them in WhatsApp to write to them.",
    vi: "Doanh nghiệp đã chặn người này. Hãy bỏ chặn trong WhatsApp để nhắn cho họ.",
  },
  {
    codes: ["130497"],
    failure: "rejected",
    en: "The account may not write to people in this customer's country. Messages to other countries are not affected.",
    vi: "Tài khoản không được nhắn cho người ở quốc gia của khách hàng này. Tin đến các nước khác không bị ảnh hưởng.",
  },
  {
    codes: ["131030"],
    failure: "rejected",
    en: "This is one of Meta's test numbers, which may write only to numbers that you have listed. In the app's dashboard, open WhatsApp > API Setup and add the customer's number under “To”, or connect a number of your own.",
    vi: "Đây là số thử nghiệm của Meta, chỉ nhắn được cho các số bạn đã khai báo. Trong trang quản lý ứng dụng, mở WhatsApp > API Setup và thêm số của khách vào mục “To”, hoặc kết nối số của riêng bạn.",
  },
  {
    codes: ["131021"],
    failure: "rejected",
    en: "The sender and the recipient are the same number.",
    vi: "Người gửi và người nhận là cùng một số.",
  },
  {
    codes: ["131062"],
    failure: "rejected",
    en: "The customer hides their phone number, and this kind of message can be sent to a number only.",
    vi: "Khách hàng ẩn số điện thoại, còn loại tin này chỉ gửi được đến số điện thoại.",
  },
  {
    codes: ["137000"],
    failure: "rejected",
    en: "The customer has a new phone or has installed WhatsApp again, and the number's identity check is on.",
    vi: "Khách hàng đã đổi máy hoặc cài lại WhatsApp, trong khi số đang bật kiểm tra danh tính.",
  },

  // Marketing messages that WhatsApp holds back.
  {
    codes: ["130472"],
    failure: "rejected",
    en: "The customer is part of an experiment of WhatsApp's and gets no marketing messages. A retry does not help.",
    vi: "Khách hàng nằm trong một thử nghiệm của WhatsApp và không nhận tin tiếp thị. Gửi lại cũng không được.",
  },
  {
    codes: ["131049"],
    failure: "rejected",
    en: "The customer has had enough marketing messages for now, from all businesses together. Try again tomorrow at the earliest.",
    vi: "Khách hàng tạm thời đã nhận đủ tin tiếp thị từ tất cả doanh nghiệp. Sớm nhất hãy thử lại vào ngày mai.",
  },
  {
    codes: ["131050"],
    failure: "rejected",
    isUnsubscribed: true,
    en: "The customer has stopped this business's marketing messages in WhatsApp.",
    vi: "Khách hàng đã tắt tin tiếp thị của doanh nghiệp này trong WhatsApp.",
  },
  {
    codes: ["131063"],
    failure: "rejected",
    en: "Marketing templates are switched off for this account in the Cloud API.",
    vi: "Tài khoản này không được gửi mẫu tiếp thị qua Cloud API.",
  },

  // Token, permissions, number and account.
  {
    codes: ["0", "190"],
    failure: "bad_settings",
    en: "The access token is no longer valid. Make a new one, without an end date, and connect the page again.",
    vi: "Mã truy cập không còn hiệu lực. Hãy tạo mã mới, không có ngày hết hạn, và kết nối lại trang.",
  },
  {
    codes: ["3", "10", "131005"],
    failure: "bad_settings",
    en: "The access token lacks a permission. Give its system user whatsapp_business_messaging for this account.",
    vi: "Mã truy cập thiếu quyền. Hãy cấp whatsapp_business_messaging cho người dùng hệ thống của mã.",
  },
  {
    codes: ["33"],
    failure: "bad_settings",
    en: "The phone number was deleted, or the token may not use it.",
    vi: "Số điện thoại đã bị xoá, hoặc mã truy cập không được dùng số này.",
  },
  {
    codes: ["131045", "133010"],
    failure: "bad_settings",
    en: "The phone number is not registered for the Cloud API. Register it in WhatsApp Manager.",
    vi: "Số điện thoại chưa được đăng ký cho Cloud API. Hãy đăng ký trong WhatsApp Manager.",
  },
  {
    codes: ["368"],
    failure: "bad_settings",
    en: "WhatsApp has restricted the account for breaking a policy. Look into Account Quality at Meta.",
    vi: "WhatsApp đã hạn chế tài khoản vì vi phạm chính sách. Hãy xem Account Quality của Meta.",
  },
  {
    codes: ["131031"],
    failure: "bad_settings",
    en: "WhatsApp has locked the account. Look into Account Quality at Meta.",
    vi: "WhatsApp đã khoá tài khoản. Hãy xem Account Quality của Meta.",
  },
  {
    codes: ["131037"],
    failure: "rejected",
    en: "The number's display name is not approved yet.",
    vi: "Tên hiển thị của số chưa được duyệt.",
  },
  {
    codes: ["131042", "131044"],
    failure: "rejected",
    en: "Meta could not charge the account. Check the payment method in Meta's billing settings.",
    vi: "Meta không thu được phí của tài khoản. Hãy kiểm tra phương thức thanh toán trong phần thanh toán của Meta.",
  },
  {
    codes: ["134011"],
    failure: "rejected",
    en: "The terms of WhatsApp payments are not accepted.",
    vi: "Chưa chấp nhận điều khoản thanh toán của WhatsApp.",
  },

  // Templates.
  {
    codes: ["132000"],
    failure: "rejected",
    en: "The template takes another number of values.",
    vi: "Mẫu tin nhắn cần số giá trị khác.",
  },
  {
    codes: ["132001"],
    failure: "rejected",
    en: "There is no approved template of this name in this language.",
    vi: "Không có mẫu tin nhắn nào đã duyệt với tên và ngôn ngữ này.",
  },
  {
    codes: ["132005"],
    failure: "rejected",
    en: "The template's text is too long with these values.",
    vi: "Nội dung mẫu quá dài với các giá trị này.",
  },
  {
    codes: ["132007"],
    failure: "rejected",
    en: "The template's content breaks a policy of WhatsApp.",
    vi: "Nội dung mẫu vi phạm chính sách của WhatsApp.",
  },
  {
    codes: ["132008", "132012", "132018"],
    failure: "rejected",
    en: "A value does not fit the template. Compare the values with the template in WhatsApp Manager.",
    vi: "Có giá trị không khớp với mẫu. Hãy so với mẫu trong WhatsApp Manager.",
  },
  {
    codes: ["132015"],
    failure: "rejected",
    en: "WhatsApp has paused the template because of its quality. It can be used again when the pause is over.",
    vi: "WhatsApp tạm dừng mẫu vì chất lượng thấp. Có thể dùng lại khi hết thời gian tạm dừng.",
  },
  {
    codes: ["132016"],
    failure: "rejected",
    en: "WhatsApp has disabled the template for good after several pauses. Make a new one.",
    vi: "WhatsApp đã tắt hẳn mẫu sau nhiều lần tạm dừng. Hãy tạo mẫu mới.",
  },
  {
    codes: ["132068"],
    failure: "rejected",
    en: "The form of the template is blocked.",
    vi: "Biểu mẫu của mẫu tin nhắn bị chặn.",
  },
  {
    codes: ["132069"],
    failure: "rejected",
    en: "The form of the template was sent too often in the last hour.",
    vi: "Biểu mẫu của mẫu tin nhắn đã được gửi quá nhiều trong một giờ qua.",
  },

  // The message.
  {
    codes: ["100", "131008", "131009", "135000"],
    failure: "rejected",
    en: "A part of the message is missing or wrong for WhatsApp.",
    vi: "Có phần của tin nhắn bị thiếu hoặc không đúng với WhatsApp.",
  },
  {
    codes: ["131051"],
    failure: "rejected",
    en: "WhatsApp does not support this kind of message.",
    vi: "WhatsApp không hỗ trợ loại tin nhắn này.",
  },
  {
    codes: ["131052"],
    failure: "rejected",
    en: "WhatsApp could not fetch the file that the customer sent.",
    vi: "WhatsApp không tải được tệp khách hàng gửi.",
  },
  {
    codes: ["131053"],
    failure: "rejected",
    mayRetryOnce: true,
    en: "WhatsApp could not fetch the file, or does not accept its kind or size. It was tried twice. Open the file's address in a browser to check it.",
    vi: "WhatsApp không tải được tệp, hoặc không nhận loại hay kích thước này. Đã thử hai lần. Hãy mở địa chỉ của tệp trong trình duyệt để kiểm tra.",
  },
];
