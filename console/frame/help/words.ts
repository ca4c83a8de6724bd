export const en = {
  title: "Help",
  search: "Search the help",
  all: "All topics",
  list: "Topics",
  nothing: "No topic contains these words.",
  version: "Banter {{version}}",
  api: "For developers",
};

export const vi: typeof en = {
  title: "Trợ giúp",
  search: "Tìm trong phần trợ giúp",
  all: "Tất cả chủ đề",
  list: "Chủ đề",
  nothing: "Không có chủ đề nào chứa những từ này.",
  version: "Banter {{version}}",
  api: "Dành cho lập trình viên",
};
