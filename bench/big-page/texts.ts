/** Names and messages as customers of shops write them, Vietnamese and English. */
export const firstNames = ["Anh", "Bình", "Châu", "Dũng", "Giang", "Hương", "Khánh", "Linh", "Minh", "Ngọc", "Phương"];
export const otherFirstNames = ["Quân", "Thảo", "Tuấn", "Vy", "Yến", "Ann", "Ben", "Carla", "David", "Emma", "Zoë"];
export const lastNames = [
  "Nguyễn",
  "Trần",
  "Lê",
  "Phạm",
  "Hoàng",
  "Vũ",
  "Đặng",
  "Bùi",
  "Đỗ",
  "Smith",
  "Miller",
  "Brown",
];

export const received = [
  "Giá bao nhiêu vậy shop?",
  "Cái này còn hàng không ạ",
  "Ship về Đà Nẵng mất mấy ngày?",
  "Cho mình xin địa chỉ cửa hàng",
  "Mình muốn đổi size",
  "How much is this?",
  "Do you ship to Hanoi?",
  "I would like to talk to a person",
  "When do you open tomorrow?",
  "Đơn hàng của mình tới đâu rồi",
  "Thanks!",
  "Cảm ơn shop nhiều nha",
  "Can I pay by bank transfer?",
  "hello",
  "price",
];

export const sent = [
  "Dạ, mẫu này giá 350.000đ ạ.",
  "Shop giao hàng toàn quốc, từ 2 đến 4 ngày.",
  "We open at eight in the morning.",
  "Here is our catalogue.",
  "Dạ còn hàng ạ. Mình lấy size nào?",
  "Your order is on its way.",
];
