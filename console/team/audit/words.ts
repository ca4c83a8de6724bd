export const en = {
  search: "Search",
  searchHelp: "Flow, tag, customer…",
  clearSearch: "Clear the search",
  person: "Person",
  everybody: "Everybody",
  action: "Action",
  everything: "Everything",
  from: "From",
  to: "To",
  clear: "Clear filters",
  none: "Nothing fits these filters",
  noneHelp: "Take one away, or choose other days.",
};

export const vi: typeof en = {
  search: "Tìm kiếm",
  searchHelp: "Kịch bản, thẻ, khách…",
  clearSearch: "Xóa nội dung tìm",
  person: "Người thực hiện",
  everybody: "Mọi người",
  action: "Hành động",
  everything: "Tất cả",
  from: "Từ ngày",
  to: "Đến ngày",
  clear: "Bỏ lọc",
  none: "Không có mục nào khớp bộ lọc",
  noneHelp: "Hãy bỏ bớt một điều kiện hoặc chọn ngày khác.",
};
