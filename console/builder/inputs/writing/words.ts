/** Words for writing texts: completion, varying words, fallbacks. */
export const en = {
  writing: {
    search: "Search variables",
    found_one: "One suggestion",
    found_other: "{{count}} suggestions",
    emoji: "Insert an emoji into {{field}}",
    groups: {
      customer: "The customer",
      custom: "Your fields",
      other: "Other",
      secrets: "Secrets of the page",
      words: "Words that vary",
    },
    spin: {
      title: "One of several words",
      help: "Each message takes one of them by chance, so that it sounds less like a machine.",
      sample: "Hello|Hi|Good day",
    },
    gender: {
      title: "Words by gender",
      help: "For a man, for a woman, and if the gender is not known.",
      sample: "Mr.|Ms.|dear customer",
    },
    ifEmpty: "If it is empty, say",
    ifEmptySample: "for example: friend",
    gap: "{{name}} may be empty.",
    addFallback: "Add a fallback",
    addFallbackIn: "Add a fallback in {{field}}",
    fallbacks: {
      user_first_name: "friend",
      user_last_name: "friend",
      user_full_name: "friend",
      email: "your e-mail address",
      phone: "your phone number",
      address: "your address",
      other: "not known yet",
    },
    plusVariables: "{{length}} / {{max}} without variables",
  },
};

export const vi: typeof en = {
  writing: {
    search: "Tìm biến",
    found_one: "{{count}} gợi ý",
    found_other: "{{count}} gợi ý",
    emoji: "Chèn biểu tượng cảm xúc vào {{field}}",
    groups: {
      customer: "Khách hàng",
      custom: "Trường của bạn",
      other: "Khác",
      secrets: "Khóa bí mật của trang",
      words: "Từ ngữ thay đổi",
    },
    spin: {
      title: "Một trong vài cách nói",
      help: "Mỗi tin nhắn lấy ngẫu nhiên một cách, nghe bớt giống máy hơn.",
      sample: "Chào|Xin chào|Hế lô",
    },
    gender: {
      title: "Xưng hô theo giới tính",
      help: "Cho nam, cho nữ, và khi chưa biết giới tính.",
      sample: "anh|chị|bạn",
    },
    ifEmpty: "Nếu chưa có thì nói",
    ifEmptySample: "ví dụ: bạn",
    gap: "{{name}} có thể trống.",
    addFallback: "Thêm từ thay thế",
    addFallbackIn: "Thêm từ thay thế vào {{field}}",
    fallbacks: {
      user_first_name: "bạn",
      user_last_name: "bạn",
      user_full_name: "bạn",
      email: "e-mail của bạn",
      phone: "số điện thoại của bạn",
      address: "địa chỉ của bạn",
      other: "chưa có",
    },
    plusVariables: "{{length}} / {{max}}, chưa kể biến",
  },
};
