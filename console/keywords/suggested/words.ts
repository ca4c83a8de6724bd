/** Words of keywords that a model suggests. */
export const en = {
  help: "Made from the messages of the last 28 days that no keyword and no question took. Nothing changes until you add one.",
  working: "The model is reading the messages…",
  none: "No message was left over, or nothing in them comes often enough for a keyword.",
  list: "Suggestions",
  hits_one: "Takes one of {{examined}} messages",
  hits_other: "Takes {{count}} of {{examined}} messages",
  for: "Leads to {{flow}}",
  forNone: "No flow answers this yet.",
  examples: "For example: {{examples}}",
  add: "Add",
  addOf: "Add the keyword {{name}}",
  added: "Added",
  refused: "The model could not help: {{reason}}",
};

export const vi: typeof en = {
  help: "Lấy từ tin nhắn trong 28 ngày qua không khớp từ khóa hay câu hỏi nào. Chưa có gì thay đổi cho đến khi bạn thêm.",
  working: "Mô hình đang đọc các tin nhắn…",
  none: "Không có tin nhắn nào bị bỏ lại, hoặc không có gì đủ thường xuyên để thành từ khóa.",
  list: "Gợi ý",
  hits_one: "Khớp {{count}} trong {{examined}} tin nhắn",
  hits_other: "Khớp {{count}} trong {{examined}} tin nhắn",
  for: "Dẫn đến {{flow}}",
  forNone: "Chưa có kịch bản nào trả lời việc này.",
  examples: "Ví dụ: {{examples}}",
  add: "Thêm",
  addOf: "Thêm từ khóa {{name}}",
  added: "Đã thêm",
  refused: "Mô hình không giúp được: {{reason}}",
};
