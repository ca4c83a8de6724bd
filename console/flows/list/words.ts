export const en = {
  state: "State",
  states: { all: "All states", draft: "Drafts", published: "Published", unpublished: "Unpublished changes" },
  sort: "Order",
  sorts: { own: "Your order", name: "By name", changed: "Last changed first" },
  none: "No flow here has this state",
  noneHelp: "Folders inside this one were searched too.",
  startedBy: "Started by",
  numbers: "{{starts}} started, {{finishes}} finished",
  numbersHelp: "In the last 30 days",
};

export const vi: typeof en = {
  state: "Trạng thái",
  states: {
    all: "Mọi trạng thái",
    draft: "Bản nháp",
    published: "Đã xuất bản",
    unpublished: "Có thay đổi chưa xuất bản",
  },
  sort: "Thứ tự",
  sorts: { own: "Thứ tự của bạn", name: "Theo tên", changed: "Mới sửa trước" },
  none: "Không có kịch bản nào ở trạng thái này",
  noneHelp: "Đã tìm cả trong các thư mục con.",
  startedBy: "Bắt đầu bởi",
  numbers: "{{starts}} lượt bắt đầu, {{finishes}} lượt xong",
  numbersHelp: "Trong 30 ngày qua",
};
