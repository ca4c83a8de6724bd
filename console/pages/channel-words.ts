// What channels ask for and what is left to do at their platforms, by the names of their settings.

const metaEn = { appSecret: "App secret", verifyToken: "Verify token", apiVersion: "Version of the Graph API" };
const metaHelpEn = {
  appSecret: "In your app at Meta, under App settings → Basic.",
  verifyToken: "A word of your own. Meta asks for it when you enter the webhook address there.",
};

export const channelsEn = {
  setting: {
    messenger: {
      pageToken: "Page access token",
      ...metaEn,
      pageName: "Name or number of the page in m.me links",
      callsPerSecond: "Calls per second",
      baseUrl: "Address of the Graph API",
    },
    instagram: {
      login: "Login that gave the token",
      accessToken: "Access token",
      ...metaEn,
      username: "Name of the account in ig.me links",
      baseUrl: "Address of the Graph API for Facebook Login",
      instagramUrl: "Address of the Graph API for Instagram Login",
    },
    whatsapp: {
      phoneNumberId: "Phone number ID",
      businessAccountId: "WhatsApp Business account ID",
      phoneNumber: "Phone number",
      accessToken: "Access token of a system user",
      ...metaEn,
      chooseLabel: "Words on the button that opens a list",
      phoneQuestion: "How to ask for a phone number",
      emailQuestion: "How to ask for an e-mail address",
      baseUrl: "Address of the Graph API",
    },
    telegram: {
      botToken: "Bot token",
      botName: "User name of the bot",
      phoneButton: "Words on the button that shares a phone number",
      apiUrl: "Address of the Bot API",
    },
  },
  settingHelp: {
    messenger: {
      pageToken: "In your app at Meta, under Messenger API settings.",
      ...metaHelpEn,
      pageName: "Without it the page has no links and QR codes of its own.",
      callsPerSecond:
        "How fast Banter sends, 40 by default and 300 at most. Above 40, Meta's own inbox no longer shows new messages: raise it only if nobody answers customers there.",
    },
    instagram: {
      accessToken: "Of the page by Facebook Login, of the account by Instagram Login.",
      ...metaHelpEn,
      username: "Without it the account has no links and QR codes of its own.",
    },
    whatsapp: {
      phoneNumberId: "A long number, in your app at Meta under WhatsApp → API Setup.",
      businessAccountId: "It stands there too.",
      phoneNumber: "With its country code, as customers dial it.",
      ...metaHelpEn,
      chooseLabel: "In your customers' language.",
    },
    telegram: {
      botToken: "@BotFather gives it to you, such as 42:AAF…",
      botName: "Without the @, such as corner_shop_bot.",
      phoneButton: "In your customers' language.",
    },
  },
  settingChoice: {
    instagram: { login: { facebook: "Facebook Login, with a page", instagram: "Instagram Login" } },
  },
  platformId: {
    messenger: "Number of the Facebook page",
    instagram: "Number of the Instagram account",
    other: "Number of the page at {{channel}}",
    unread: "It must hold the account's number in digits.",
  },
  webhook: {
    title: "What is left to do",
    own: "Webhook address of this page",
    app: "Webhook address of the app",
    ownHelp: "For an app that serves this page only.",
    appHelp: "For an app that serves several of your pages: one address for all of them.",
    fields: "the fields",
    messenger: {
      help: "Meta has to be told where messages go. This is done once, in your app at developers.facebook.com.",
      open: "Open Webhooks there and choose the object Page.",
    },
    instagram: {
      help: "Meta has to be told where messages go. This is done once, in your app at developers.facebook.com.",
      open: "Open Webhooks there and choose the object Instagram.",
    },
    enter: "Enter one of these addresses, and the verify token that you chose for this page.",
    subscribe: "Subscribe to these fields:",
    whatsapp: {
      help: "WhatsApp knows where this number's messages go: connecting has told it. In your app at Meta, under WhatsApp → Configuration, subscribe to the field messages.",
      own: "WhatsApp has this address already, for this number.",
      app: "Only if you would rather enter one address for the whole app at Meta.",
    },
    telegram: {
      help: "Nothing: Telegram sends this bot's messages here already. A program that gives it another address takes them away.",
      own: "Telegram has this address already.",
    },
    try: "Then write to the page as a customer would",
  },
};

const metaVi = { appSecret: "Khóa bí mật của ứng dụng", verifyToken: "Mã xác minh", apiVersion: "Phiên bản Graph API" };
const metaHelpVi = {
  appSecret: "Trong ứng dụng của bạn tại Meta, mục App settings → Basic.",
  verifyToken: "Một từ do bạn tự chọn. Meta sẽ hỏi khi bạn nhập địa chỉ webhook ở đó.",
};

export const channelsVi: typeof channelsEn = {
  setting: {
    messenger: {
      pageToken: "Mã truy cập trang (page access token)",
      ...metaVi,
      pageName: "Tên hoặc mã số của trang trong liên kết m.me",
      callsPerSecond: "Số lần gọi mỗi giây",
      baseUrl: "Địa chỉ Graph API",
    },
    instagram: {
      login: "Cách đăng nhập đã cấp mã truy cập",
      accessToken: "Mã truy cập",
      ...metaVi,
      username: "Tên tài khoản trong liên kết ig.me",
      baseUrl: "Địa chỉ Graph API cho Facebook Login",
      instagramUrl: "Địa chỉ Graph API cho Instagram Login",
    },
    whatsapp: {
      phoneNumberId: "Mã của số điện thoại (phone number ID)",
      businessAccountId: "Mã tài khoản WhatsApp Business",
      phoneNumber: "Số điện thoại",
      accessToken: "Mã truy cập của người dùng hệ thống",
      ...metaVi,
      chooseLabel: "Chữ trên nút mở danh sách",
      phoneQuestion: "Câu hỏi xin số điện thoại",
      emailQuestion: "Câu hỏi xin địa chỉ email",
      baseUrl: "Địa chỉ Graph API",
    },
    telegram: {
      botToken: "Mã của bot (bot token)",
      botName: "Tên người dùng của bot",
      phoneButton: "Chữ trên nút chia sẻ số điện thoại",
      apiUrl: "Địa chỉ Bot API",
    },
  },
  settingHelp: {
    messenger: {
      pageToken: "Trong ứng dụng của bạn tại Meta, mục Messenger API settings.",
      ...metaHelpVi,
      pageName: "Nếu để trống, trang không có liên kết và mã QR riêng.",
      callsPerSecond:
        "Tốc độ gửi của Banter, mặc định là 40 và tối đa là 300. Trên 40, hộp thư của Meta không còn hiển thị tin nhắn mới: chỉ tăng nếu không ai trả lời khách ở đó.",
    },
    instagram: {
      accessToken: "Của trang nếu dùng Facebook Login, của tài khoản nếu dùng Instagram Login.",
      ...metaHelpVi,
      username: "Nếu để trống, tài khoản không có liên kết và mã QR riêng.",
    },
    whatsapp: {
      phoneNumberId: "Một dãy số dài, trong ứng dụng của bạn tại Meta, mục WhatsApp → API Setup.",
      businessAccountId: "Cũng nằm ở đó.",
      phoneNumber: "Có mã quốc gia, như khách bấm gọi.",
      ...metaHelpVi,
      chooseLabel: "Bằng ngôn ngữ của khách hàng.",
    },
    telegram: {
      botToken: "Do @BotFather cấp, ví dụ 42:AAF…",
      botName: "Không có dấu @, ví dụ corner_shop_bot.",
      phoneButton: "Bằng ngôn ngữ của khách hàng.",
    },
  },
  settingChoice: {
    instagram: { login: { facebook: "Facebook Login, qua một trang", instagram: "Instagram Login" } },
  },
  platformId: {
    messenger: "Mã số của trang Facebook",
    instagram: "Mã số của tài khoản Instagram",
    other: "Mã số của trang trên {{channel}}",
    unread: "Phải có mã số của tài khoản, viết bằng chữ số.",
  },
  webhook: {
    title: "Việc còn lại",
    own: "Địa chỉ webhook của trang này",
    app: "Địa chỉ webhook của ứng dụng",
    ownHelp: "Dành cho ứng dụng chỉ phục vụ trang này.",
    appHelp: "Dành cho ứng dụng phục vụ nhiều trang của bạn: một địa chỉ cho tất cả.",
    fields: "các trường",
    messenger: {
      help: "Cần cho Meta biết tin nhắn được gửi đến đâu. Chỉ làm một lần, trong ứng dụng của bạn tại developers.facebook.com.",
      open: "Mở mục Webhooks ở đó và chọn đối tượng Page.",
    },
    instagram: {
      help: "Cần cho Meta biết tin nhắn được gửi đến đâu. Chỉ làm một lần, trong ứng dụng của bạn tại developers.facebook.com.",
      open: "Mở mục Webhooks ở đó và chọn đối tượng Instagram.",
    },
    enter: "Nhập một trong hai địa chỉ này, cùng mã xác minh bạn đã chọn cho trang.",
    subscribe: "Đăng ký các trường sau:",
    whatsapp: {
      help: "WhatsApp đã biết tin nhắn của số này được gửi đến đâu: việc kết nối đã báo rồi. Trong ứng dụng của bạn tại Meta, mục WhatsApp → Configuration, hãy đăng ký trường messages.",
      own: "WhatsApp đã có địa chỉ này cho số này.",
      app: "Chỉ khi bạn muốn nhập một địa chỉ cho cả ứng dụng tại Meta.",
    },
    telegram: {
      help: "Không còn gì: Telegram đã gửi tin nhắn của bot này về đây. Nếu một chương trình đặt địa chỉ khác, tin nhắn sẽ không về đây nữa.",
      own: "Telegram đã có địa chỉ này.",
    },
    try: "Sau đó hãy nhắn tin cho trang như một khách hàng",
  },
};
