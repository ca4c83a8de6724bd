// Words for connecting a page to any channel. Those of one channel are in console/channels.

export const channelsEn = {
  platformId: {
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
    enter: "Enter one of these addresses, and the verify token that you chose for this page.",
    subscribe: "Subscribe to these fields:",
    try: "Then write to the page as a customer would",
  },
};

export const channelsVi: typeof channelsEn = {
  platformId: {
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
    enter: "Nhập một trong hai địa chỉ này, cùng mã xác minh bạn đã chọn cho trang.",
    subscribe: "Đăng ký các trường sau:",
    try: "Sau đó hãy nhắn tin cho trang như một khách hàng",
  },
};
