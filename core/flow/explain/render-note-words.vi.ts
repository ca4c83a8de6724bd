import type { RenderNoteWords } from "./render-note-words.ts";

export const vietnamese: RenderNoteWords = {
  cut: {
    button: "Tiêu đề của nút “TITLE” bị cắt: CHANNEL chỉ hiện MAX ký tự.",
    quick_reply: "Tiêu đề của trả lời nhanh “TITLE” bị cắt: CHANNEL chỉ hiện MAX ký tự.",
    card_title: "Tiêu đề của thẻ “TITLE” bị cắt: CHANNEL chỉ hiện MAX ký tự.",
    card_subtitle: "Phụ đề của thẻ “TITLE” bị cắt: CHANNEL chỉ hiện MAX ký tự.",
    file_name: "Tên tệp “TITLE” bị cắt: CHANNEL chỉ hiện MAX ký tự.",
  },
  numbered: {
    button: "Nút “TITLE” được thêm số: CHANNEL không hiện hai nút cùng tiêu đề.",
    quick_reply: "Trả lời nhanh “TITLE” được thêm số: CHANNEL không hiện hai nút cùng tiêu đề.",
  },
  as_text: {
    button: "Nút “TITLE” được hiện thành một dòng chữ: ở đây CHANNEL không có loại nút này.",
    quick_reply: "Trả lời nhanh “TITLE” được hiện thành một dòng chữ: CHANNEL không còn chỗ cho nó.",
    phone_reply: "Trả lời nhanh xin số điện thoại được hiện thành câu hỏi: CHANNEL không có loại trả lời nhanh này.",
    email_reply: "Trả lời nhanh xin địa chỉ e-mail được hiện thành câu hỏi: CHANNEL không có loại trả lời nhanh này.",
    card: "Thẻ “TITLE” được hiện thành chữ: CHANNEL không có thẻ chỉ gồm tiêu đề.",
    card_link:
      "Liên kết của thẻ “TITLE” được hiện thành một dòng chữ: trên CHANNEL hình ảnh không dẫn đến liên kết được.",
    image: "Hình ảnh “TITLE” được thay bằng địa chỉ của nó: CHANNEL không tải được.",
    video: "Video “TITLE” được thay bằng địa chỉ của nó: CHANNEL không tải được.",
    audio: "Âm thanh “TITLE” được thay bằng địa chỉ của nó: CHANNEL không tải được.",
    file: "Tệp “TITLE” được thay bằng địa chỉ của nó: CHANNEL không nhận loại tệp này hoặc không tải được.",
    template: "Mẫu tin “TITLE” chỉ được hiện phần chữ: CHANNEL không có mẫu tin này.",
  },
  as_hint: {
    email_reply:
      "Trả lời nhanh xin địa chỉ e-mail được hiện thành gợi ý ở ô nhập: CHANNEL không có loại trả lời nhanh này.",
  },
  as_button: {
    quick_replies: "Các trả lời nhanh được hiện thành nút: CHANNEL không có trả lời nhanh.",
    card_link: "Liên kết của thẻ “TITLE” được hiện thành nút: trên CHANNEL hình ảnh không dẫn đến liên kết được.",
  },
  as_list: {
    buttons: "Các nút được hiện thành danh sách: CHANNEL không đủ chỗ cho ngần ấy nút.",
    quick_replies: "Các trả lời nhanh được hiện thành danh sách: CHANNEL không đủ chỗ cho ngần ấy nút.",
  },
  as_messages: {
    cards: "Mỗi thẻ được hiện thành một tin nhắn riêng: CHANNEL không có thẻ.",
    album: "Hình và video được gửi thành từng tin nhắn riêng: CHANNEL không nhận một trong số đó trong album.",
  },
  apart: {
    buttons: "Các nút nằm trong một tin nhắn riêng: CHANNEL không hiện được chúng dưới nội dung này.",
    quick_replies: "Các trả lời nhanh nằm trong một tin nhắn riêng: CHANNEL không hiện được chúng dưới nội dung này.",
    quick_reply: "Trả lời nhanh “TITLE” nằm trong một tin nhắn riêng: CHANNEL không đủ chỗ cho ngần ấy nút.",
    phone_reply:
      "Trả lời nhanh xin số điện thoại nằm trong một tin nhắn riêng: CHANNEL không hiện được nó bên cạnh các nút.",
    location_reply: "Trả lời nhanh xin vị trí nằm trong một tin riêng: CHANNEL không hiện được nó bên cạnh các nút.",
    image: "Hình ảnh “TITLE” nằm trong một tin nhắn riêng: CHANNEL không hiện được nó trên danh sách.",
    video: "Video “TITLE” nằm trong một tin nhắn riêng: CHANNEL không hiện được nó trên danh sách.",
    file: "Tệp “TITLE” nằm trong một tin nhắn riêng: CHANNEL không hiện được nó trên danh sách.",
  },
  on_template: {
    quick_replies: "Các trả lời nhanh nằm sau những nút có sẵn của mẫu tin, theo chữ và số lượng của mẫu tin.",
  },
  on_one_line: {
    template_value: "Giá trị TITLE của mẫu tin được hiện trên một dòng: CHANNEL không nhận dấu xuống dòng trong đó.",
  },
  left_out: {
    quick_reply: "Trả lời nhanh “TITLE” bị bỏ qua: ở đây CHANNEL không có chỗ cho nó.",
    phone_reply: "Trả lời nhanh xin số điện thoại bị bỏ qua: ở đây CHANNEL không có chỗ cho nó.",
    email_reply: "Trả lời nhanh xin địa chỉ e-mail bị bỏ qua: ở đây CHANNEL không có chỗ cho nó.",
    location_reply: "Trả lời nhanh xin vị trí bị bỏ qua: ở đây CHANNEL không có chỗ cho nó.",
    form: "Biểu mẫu bị bỏ qua, chỉ phần chữ được hiện: CHANNEL không có biểu mẫu.",
    invoice: "Không thanh toán hoá đơn được ở đây, chỉ hiện nội dung: CHANNEL không nhận thanh toán.",
    products: "Các sản phẩm bị bỏ qua, chỉ phần chữ được hiện: CHANNEL không có danh mục sản phẩm.",
    round_video: "Video không có hình tròn: CHANNEL hiện như mọi video khác.",
    app_button: "Nút “TITLE” mở liên kết như một trang web: CHANNEL không có ứng dụng trong cuộc trò chuyện.",
    square_pictures: "Ảnh của các thẻ không vuông: CHANNEL tự quyết định hình dạng.",
    template_buttons: "Các nút của mẫu tin “TITLE” bị bỏ qua: ở đây không biết chữ trên nút.",
    template_media: "Hình ảnh, video hoặc tệp phía trên mẫu tin “TITLE” bị bỏ qua: chỉ phần chữ được hiện.",
    template_value: "Giá trị TITLE của mẫu tin bị bỏ qua: CHANNEL không có chỗ cho nó.",
    further_part: "Phần “TITLE” bị bỏ qua: tin trả lời riêng cho bình luận chỉ là một tin nhắn.",
    quote: "Tin được gửi không kèm trích dẫn: CHANNEL không còn tin được trích dẫn, hoặc không trích dẫn được ở đây.",
  },
};
