/** Warnings of addresses that work only here, loaded with the screens that give out addresses. */
export const en = {
  link: {
    this_machine: "{{host}} is an address of this computer: nobody can open it on a phone or another computer.",
    own_network: "{{host}} can be reached in your own network only: nobody can open it from elsewhere.",
    plain: "{{host}} is reached without encryption (http): browsers warn of it, and sites with https block the widget.",
  },
  webhook: {
    this_machine: "{{host}} is an address of this computer: the platform cannot call it, so no messages arrive.",
    own_network:
      "{{host}} can be reached in your own network only: the platform cannot call it, so no messages arrive.",
    plain: "{{host}} is reached without encryption (http): platforms call only addresses with https.",
  },
  remedy: "The operator of the server can give it a public address with https (BASE_URL).",
};

export const vi: typeof en = {
  link: {
    this_machine: "{{host}} là địa chỉ của chính máy này: không ai mở được trên điện thoại hoặc máy khác.",
    own_network: "{{host}} chỉ dùng được trong mạng nội bộ: không ai mở được từ nơi khác.",
    plain: "{{host}} không được mã hóa (http): trình duyệt sẽ cảnh báo và các trang https sẽ chặn khung chat.",
  },
  webhook: {
    this_machine: "{{host}} là địa chỉ của chính máy này: nền tảng không gọi đến được nên tin nhắn sẽ không tới.",
    own_network: "{{host}} chỉ dùng được trong mạng nội bộ: nền tảng không gọi đến được nên tin nhắn sẽ không tới.",
    plain: "{{host}} không được mã hóa (http): các nền tảng chỉ gọi địa chỉ có https.",
  },
  remedy: "Người quản lý máy chủ có thể đặt địa chỉ công khai có https (BASE_URL).",
};
