// Words for connecting a page to any channel. Those of one channel are in console/channels.

export const channelsEn = {
  webhook: {
    title: "What is left to do",
    own: "Address for this page",
    app: "Address for the app",
    ownHelp: "For an app that serves this page only.",
    appHelp: "For an app that serves several of your pages: one address for all of them.",
    fields: "the fields",
    enter: "Enter one of these addresses and the verify token. Both are checked at once.",
    verifyToken: "Verify token",
    subscribe: "Subscribe to these fields:",
    try: "Then write to the page as a customer would",
    seen: "Messages arrive here. The last one came {{when}}.",
    unseen: "Nothing has arrived yet. This line changes by itself when the first message comes.",
  },
};

export const channelsVi: typeof channelsEn = {
  webhook: {
    title: "Việc còn lại",
    own: "Địa chỉ cho trang này",
    app: "Địa chỉ cho ứng dụng",
    ownHelp: "Dành cho ứng dụng chỉ phục vụ trang này.",
    appHelp: "Dành cho ứng dụng phục vụ nhiều trang của bạn: một địa chỉ cho tất cả.",
    fields: "các trường",
    enter: "Nhập một trong hai địa chỉ này cùng mã xác minh. Cả hai được kiểm tra ngay.",
    verifyToken: "Mã xác minh",
    subscribe: "Đăng ký các trường sau:",
    try: "Sau đó hãy nhắn tin cho trang như một khách hàng",
    seen: "Tin nhắn đã về đây. Tin gần nhất: {{when}}.",
    unseen: "Chưa có tin nào về. Dòng này tự đổi khi tin đầu tiên đến.",
  },
};
