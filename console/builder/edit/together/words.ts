/** Words about editing together and about edits that are not saved yet. */
export const en = {
  see: "See what differs",
  here: "Also in this flow: {{names}}",
  ownTab: "You have this flow open in another tab. What you change there appears here, and the other way round.",
  saveNow: "Save now",
  kept: {
    title: "Changes of {{when}} were not saved. They are kept in this browser.",
    restore: "Restore them",
    discard: "Discard them",
    restored: "Your changes are back.",
  },
  conflict: {
    title_one: "{{who}} changed the same step",
    title_other: "{{who}} changed {{count}} of the same steps",
    ownTitle_one: "You changed the same step in another tab",
    ownTitle_other: "You changed {{count}} of the same steps in another tab",
    somebody: "Somebody else",
    help: "Nothing is lost: choose which version goes on here. The other is kept as a flow of its own. Everything else was merged.",
    direction: "From the other version to yours:",
  },
};

export const vi: typeof en = {
  see: "Xem khác biệt",
  here: "Cũng đang mở kịch bản này: {{names}}",
  ownTab: "Bạn đang mở kịch bản này ở một tab khác. Thay đổi ở tab kia sẽ hiện ở đây và ngược lại.",
  saveNow: "Lưu ngay",
  kept: {
    title: "Những thay đổi lúc {{when}} chưa được lưu. Chúng vẫn còn trong trình duyệt này.",
    restore: "Khôi phục",
    discard: "Bỏ đi",
    restored: "Đã khôi phục các thay đổi của bạn.",
  },
  conflict: {
    title_one: "{{who}} đã sửa cùng một bước với bạn",
    title_other: "{{who}} đã sửa {{count}} bước mà bạn cũng đang sửa",
    ownTitle_one: "Bạn đã sửa cùng bước này ở một tab khác",
    ownTitle_other: "Bạn đã sửa {{count}} bước giống vậy ở một tab khác",
    somebody: "Người khác",
    help: "Không mất gì cả: hãy chọn bản nào được dùng tiếp ở đây. Bản kia được giữ thành một kịch bản riêng. Mọi thứ khác đã được gộp lại.",
    direction: "Từ bản kia đến bản của bạn:",
  },
};
