export const en = {
  search: "Search emoji",
  nothing: "No emoji is called so.",
  recent: "Used lately",
  groups: {
    faces: "Faces",
    hands: "Hands and people",
    hearts: "Hearts and parties",
    shop: "Shop and money",
    food: "Food and drink",
    nature: "Nature and weather",
    travel: "Travel and places",
    things: "Things",
    signs: "Signs",
  },
};

export const vi: typeof en = {
  search: "Tìm biểu tượng cảm xúc",
  nothing: "Không có biểu tượng nào tên như vậy.",
  recent: "Dùng gần đây",
  groups: {
    faces: "Khuôn mặt",
    hands: "Bàn tay và người",
    hearts: "Trái tim và tiệc tùng",
    shop: "Mua bán và tiền",
    food: "Đồ ăn thức uống",
    nature: "Thiên nhiên và thời tiết",
    travel: "Đi lại và địa điểm",
    things: "Đồ vật",
    signs: "Ký hiệu",
  },
};
