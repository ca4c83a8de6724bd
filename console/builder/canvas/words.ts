/** Lines, shortcuts, folding, and flows that are made from a step. */
export const en = {
  lines: {
    label: "Line “{{exit}}”, from {{from}} to {{to}}",
    insert: "Add a step on this line",
    remove: "Remove this line",
  },
  newFlow: {
    name: "New flow",
    offer: "New flow “{{name}}”",
    made: "“{{name}}” is made, still empty. The arrow beside it opens it.",
  },
  fold: { hide: "Fold the settings", show: "Show the settings" },
  shortcuts: {
    title: "Keyboard shortcuts",
    open: "Keyboard shortcuts (?)",
    groups: { anywhere: "Anywhere", canvas: "On the canvas", lines: "Lines" },
    anywhere: {
      add: "Add a step",
      undo: "Undo",
      redo: "Redo",
      help: "Show this list",
    },
    canvas: {
      next: "Go from step to step, and into the settings of the chosen one",
      open: "Open the settings of a step",
      back: "From the settings back to the step",
      move: "Move the chosen steps; with Shift further",
      several: "Choose several steps",
      all: "Choose all steps",
      copy: "Copy, cut and paste, also into another flow",
      duplicate: "Duplicate",
      delete: "Delete",
      none: "Choose nothing",
    },
    lines: {
      choose: "Choose the next line of the step",
      insert: "Add a step on the chosen line",
      delete: "Remove the chosen line",
    },
    keys: { arrows: "Arrow keys", click: "click", drag: "drag" },
  },
};

export const vi: typeof en = {
  lines: {
    label: "Đường nối “{{exit}}”, từ {{from}} đến {{to}}",
    insert: "Thêm bước trên đường nối này",
    remove: "Xóa đường nối này",
  },
  newFlow: {
    name: "Kịch bản mới",
    offer: "Tạo kịch bản “{{name}}”",
    made: "Đã tạo “{{name}}”, chưa có nội dung. Nhấn mũi tên bên cạnh để mở.",
  },
  fold: { hide: "Thu gọn phần thiết lập", show: "Hiện phần thiết lập" },
  shortcuts: {
    title: "Phím tắt",
    open: "Phím tắt (?)",
    groups: { anywhere: "Mọi nơi", canvas: "Trên bảng vẽ", lines: "Đường nối" },
    anywhere: {
      add: "Thêm bước",
      undo: "Hoàn tác",
      redo: "Làm lại",
      help: "Hiện danh sách này",
    },
    canvas: {
      next: "Đi từ bước này sang bước khác, rồi vào phần thiết lập của bước đã chọn",
      open: "Mở thiết lập của bước",
      back: "Từ thiết lập trở lại bước",
      move: "Di chuyển các bước đã chọn; thêm Shift để đi xa hơn",
      several: "Chọn nhiều bước",
      all: "Chọn tất cả các bước",
      copy: "Sao chép, cắt và dán, cả sang kịch bản khác",
      duplicate: "Nhân đôi",
      delete: "Xóa",
      none: "Bỏ chọn",
    },
    lines: {
      choose: "Chọn đường nối tiếp theo của bước",
      insert: "Thêm bước trên đường nối đã chọn",
      delete: "Xóa đường nối đã chọn",
    },
    keys: { arrows: "Phím mũi tên", click: "nhấn chuột", drag: "kéo" },
  },
};
