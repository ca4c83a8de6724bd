import type { Articles } from "../article-of.ts";

export const articles: Articles = {
  start: {
    title: "Bắt đầu",
    body: [
      "Mỗi trang là một nơi khách nhắn cho bạn: khung chat trên web, hoặc tài khoản trên một nền tảng nhắn tin. Trên trang, bạn tạo kịch bản; từ khóa quyết định kịch bản nào trả lời.",
      [
        "Chọn một mẫu ở mục Trang → Bắt đầu từ mẫu. Bot sẽ chào và trả lời ngay.",
        "Bấm “Thử khung chat” ở trang Tổng quan rồi nhắn như một khách hàng.",
        "Thay nội dung mẫu: mở Kịch bản và xem các ghi chú trên sơ đồ.",
        "Chia sẻ khung chat: Công cụ tăng trưởng tạo liên kết, mã QR và mã nhúng cho website.",
        "Mời đồng nghiệp ở mục Nhóm để có người trả lời khi bot chuyển khách.",
      ],
    ],
  },
  home: {
    title: "Tổng quan của trang",
    body: [
      "Tổng quan cho biết việc cần xử lý ngay: khách chờ nhân viên, tin không gửi được, mất kết nối. Bên dưới là số liệu hôm nay cạnh hôm qua. Tình trạng kết nối nằm trong phần cài đặt, mục Kênh.",
      "Trang mới có thêm những bước đầu tiên. Bước nào làm xong sẽ tự đánh dấu, mỗi bước dẫn đến đúng ô cần điền. Dấu chéo sẽ đóng danh sách cho mọi người trên trang.",
    ],
  },
  conversations: {
    title: "Hội thoại",
    body: [
      "Đây là nơi đọc và trả lời khách. Khi bạn nhắn, bot sẽ im lặng trong hội thoại đó một lúc (xem Cài đặt → Hộp thư) để hai bên không nói chen nhau. “Trả lại cho bot” sẽ kết thúc sớm hơn.",
      [
        "“Chờ” là những khách muốn gặp nhân viên hoặc chưa được ai trả lời. “Xong” và “Tạm ẩn” đưa họ ra khỏi đó.",
        "Nhấn ? để xem phím tắt: cả hộp thư dùng được không cần chuột.",
        "Ghi chú chỉ dành cho nhóm, khách không bao giờ thấy.",
        "“Vì sao trả lời vậy?” giải thích từng tin của bot: từ khóa nào khớp, bước nào đã chạy.",
        "Câu trả lời lưu sẵn giúp bạn đáp nhanh những câu hay gặp.",
      ],
      "Trên một số nền tảng, chỉ gửi được tin tự do trong 24 giờ sau khi khách nhắn.",
    ],
  },
  customers: {
    title: "Khách hàng",
    body: [
      "Tất cả những ai đã nhắn cho trang, kèm thẻ, trường và lịch sử. Lọc theo thẻ, trường, nguồn hay lần hoạt động gần nhất, rồi gắn thẻ hàng loạt, xuất danh sách hoặc chạy kịch bản.",
      [
        "Nhập dữ liệu đọc tệp CSV và cho xem trước những gì sẽ thay đổi.",
        "Xóa khách hàng sẽ xóa vĩnh viễn mọi thứ về họ.",
        "Chặn ai đó thì bot và hộp thư sẽ bỏ qua họ.",
      ],
    ],
  },
  audience: {
    title: "Tệp khách hàng",
    body: [
      "Tin hàng loạt gửi một tin nhắn hay một kịch bản cho nhiều khách một lúc. Bạn chọn ai, nội dung gì và khi nào; dự báo cho biết bao nhiêu khách nhận ngay, bao nhiêu nhận sau, và vì sao số còn lại không nhận.",
      [
        "Nhóm khách là một điều kiện được lưu lại. Ai ở trong nhóm được tính mỗi khi dùng đến.",
        "Bấm “Gửi thử” để nhận trước trong cuộc trò chuyện của chính bạn.",
        "Tạm dừng, gửi tiếp hay dừng hẳn bất cứ lúc nào. Không ai nhận hai lần.",
        "Nhiều phiên bản: chia đều cho mọi khách, hoặc thử trên một số khách rồi gửi bản tốt hơn cho số còn lại.",
        "Khách nhắn HUỶ hoặc bấm nút ngừng nhận tin thì không nhận nữa. Bằng chứng ở trang của khách.",
        "Chuỗi tin gửi lần lượt từng tin, cách nhau vài giờ hay vài ngày, cho mỗi khách được đưa vào.",
        "Quy tắc tự làm việc: khi thẻ được gắn, đến ngày hay đạt mục tiêu, nó thực hiện hành động hoặc bắt đầu kịch bản.",
        "Ở mục Giờ yên lặng và đăng ký: lúc nào không gửi, số tin tối đa mỗi tuần, và các từ để đăng ký hay ngừng nhận tin. Áp dụng cho cả ba.",
      ],
    ],
  },
  ai: {
    title: "AI",
    body: [
      "Mô hình ngôn ngữ có thể trả lời thay trang, trong phạm vi bạn cho phép. Chưa thêm mô hình thì không có gì được hỏi: dùng mô hình của OpenAI, Anthropic hay Google, hoặc trên máy chủ của bạn.",
      [
        "Bấm “Thử” trong biểu mẫu của mô hình: nó chào bạn, hoặc bạn đọc được vì sao không.",
        "Bước “Trả lời bằng AI” của kịch bản để mô hình trả lời. Bạn chọn hướng dẫn, việc nó được làm và bước tiếp theo.",
        "Giới hạn tính theo khách, ngày và tháng, theo số lần gọi, số token và chi phí. Nhóm được báo khi đến 80 %.",
        "Câu trả lời có từ mà bot không bao giờ được nói thì không được gửi.",
        "“Vì sao trả lời vậy?” trong cuộc trò chuyện cho thấy mô hình được dặn và được xem gì, đã làm gì và tốn bao nhiêu.",
        "Trong hội thoại, mô hình gợi ý câu trả lời, tóm tắt và dịch. Bạn tự sửa và gửi.",
      ],
    ],
  },
  flows: {
    title: "Kịch bản",
    body: [
      "Kịch bản là cuộc trò chuyện bạn soạn sẵn: tin nhắn, câu hỏi, điều kiện, hành động. Kịch bản chỉ chạy khi đã xuất bản và có thứ gọi đến: từ khóa, lời chào, câu hỏi gợi ý, menu, công cụ tăng trưởng hoặc kịch bản khác.",
      [
        "Thư mục giúp sắp xếp kịch bản; kéo thả để di chuyển.",
        "Mẫu có sẵn thêm cả bộ kịch bản kèm từ khóa và menu.",
        "Kịch bản đã xóa nằm trong thùng rác; khi khôi phục, mọi thứ gọi đến nó cũng trở lại.",
      ],
    ],
  },
  builder: {
    title: "Trình tạo kịch bản",
    body: [
      "Kéo một bước từ bên trái vào sơ đồ, hoặc kéo đường nối từ một bước rồi thả ra: danh sách bước sẽ hiện lên. Bấm vào một bước để mở biểu mẫu bên phải.",
      [
        "Tin nhắn: chữ, ảnh, thẻ sản phẩm, nút và trả lời nhanh.",
        "Câu hỏi: chờ câu trả lời, kiểm tra và lưu vào trường.",
        "Điều kiện và chia nhánh: dẫn khách theo những hướng khác nhau.",
        "Chờ: vài giây, vài ngày hoặc đến một thời điểm, có thể chỉ trong khung giờ nhất định.",
        "Hành động: thẻ, trường, báo cho nhóm, chuyển cho nhân viên.",
        "Hỏi dịch vụ khác: gửi yêu cầu và dùng câu trả lời.",
      ],
      "Bản nháp được lưu khi bạn làm. Khách chỉ thấy sau khi xuất bản. Mục Phiên bản giữ mọi lần xuất bản và có thể khôi phục bất kỳ lần nào.",
    ],
  },
  testing: {
    title: "Chạy thử kịch bản",
    body: [
      "“Chạy thử” trong trình tạo chạy bản nháp ngay trên trình duyệt, không gửi gì cho ai. Sơ đồ cho thấy cuộc trò chuyện đang ở đâu. Bạn có thể bỏ qua thời gian chờ và trả lời thay cho máy chủ khác.",
      "Muốn thử cả trang cùng từ khóa, hãy mở khung chat ở thẻ khác, hoặc dùng ô thử bên cạnh danh sách từ khóa: nó cho biết từ khóa nào thắng và vì sao những từ khóa khác không khớp.",
    ],
  },
  keywords: {
    title: "Từ khóa",
    body: [
      "Từ khóa chạy một kịch bản khi khách nhắn những từ nhất định. “Chứa từ” phù hợp với đa số trường hợp. Chữ hoa, dấu câu và thiếu dấu không ảnh hưởng: “gia” vẫn khớp “giá”.",
      [
        "Nếu nhiều từ khóa cùng khớp, từ khóa chính xác nhất thắng; bằng nhau thì từ khóa ở trên thắng. Kéo để sắp thứ tự.",
        "Cụm từ loại trừ khiến từ khóa không khớp.",
        "Có thể cho phép sai chính tả, với những từ có năm chữ cái trở lên.",
        "Khung giờ giới hạn từ khóa theo thời gian.",
      ],
      "Khi một câu hỏi đang chờ và câu trả lời phù hợp, câu trả lời được ưu tiên.",
    ],
  },
  offers: {
    title: "Câu hỏi gợi ý và menu",
    body: [
      "Câu hỏi gợi ý là những câu khách mới có thể bấm khi chưa nhắn gì. Menu thì luôn có sẵn. Mỗi mục chạy một kịch bản; mục menu cũng có thể mở liên kết.",
      "Mỗi nền tảng chỉ hiện một số lượng nhất định, có nơi không hiện: màn hình này cho biết nền tảng của bạn thế nào.",
    ],
  },
  tools: {
    title: "Công cụ tăng trưởng",
    body: [
      "Liên kết, mã QR, mã cho quảng cáo và khung chat cho website. Mỗi công cụ chạy kịch bản riêng, ví dụ khách quét mã trên bàn sẽ thấy ngay thực đơn. Số lượt mở nằm trong mục Thống kê.",
      "Các công cụ khác chờ khách làm một việc, trong chừng mực kênh của trang báo lại: bày tỏ cảm xúc, gửi vị trí, đặt hàng, trả lời tin của bạn. Nếu nhiều công cụ phù hợp, thứ tự trong danh sách quyết định.",
      "Nếu có cảnh báo địa chỉ chỉ dùng được trên máy này, hãy nhờ người quản lý máy chủ đặt địa chỉ công khai trước khi in ấn.",
    ],
  },
  fields: {
    title: "Thẻ và trường",
    body: [
      "Thẻ đánh dấu khách hàng: “đã mua hàng”, “nhận tin”. Trường lưu giá trị riêng của từng khách: cỡ áo, ngày sinh, mã đơn. Kịch bản đặt cả hai, điều kiện hỏi cả hai, và nội dung tin có thể chèn trường: gõ / trong ô soạn.",
      "Kiểu của trường (chữ, số, ngày, có/không) quyết định cách so sánh và không đổi được về sau.",
    ],
  },
  statistics: {
    title: "Thống kê",
    body: [
      "Chọn khoảng thời gian và so với khoảng trước đó: khách hàng, tin nhắn, câu trả lời của bot và nhân viên, kịch bản, từ khóa, công cụ, lỗi.",
      "“Không khớp” liệt kê tin nhắn chưa được trả lời. Chỉ cần một lần bấm để biến thành từ khóa: cách nhanh nhất giúp bot tốt hơn.",
    ],
  },
  settings: {
    title: "Cài đặt trang",
    body: [
      [
        "Chung: tên, múi giờ, giờ mở cửa, kịch bản chào khách mới và câu trả lời mặc định khi không có gì khớp.",
        "Hộp thư: bot im lặng bao lâu sau khi nhân viên nhắn, và làm gì nếu không ai trả lời.",
        "Kênh: kết nối với nền tảng, hoặc địa chỉ và mã nhúng của khung chat.",
        "Thông báo: ai được báo về việc gì, ở đâu.",
        "Dữ liệu: tin nhắn và dữ liệu khác được giữ bao lâu.",
        "Mật khẩu và khóa cho dịch vụ mà kịch bản hỏi, không ai đọc lại được.",
      ],
    ],
  },
  channels: {
    title: "Kênh và kết nối",
    body: [
      "Khung chat web dùng được ngay: chia sẻ địa chỉ hoặc dán một dòng mã vào website. Các kênh khác cần tài khoản trên nền tảng và mã truy cập; biểu mẫu cho biết lấy ở đâu, thử ngay và cho biết tên tài khoản. Sau đó thẻ Kênh hướng dẫn từng bước những việc còn lại ở nền tảng.",
      "Nền tảng sẽ gọi đến máy chủ của bạn, vì vậy cần địa chỉ công khai có https. Khi nền tảng ngắt kết nối, màn hình nào cũng báo và không mất gì: tin đến trong lúc đó sẽ được trả lời sau khi kết nối lại.",
    ],
  },
  files: {
    title: "Bản sao của trang",
    body: [
      "Bản sao là một tệp chứa toàn bộ thiết lập của trang: kịch bản, từ khóa, menu, công cụ, thẻ và trường, nhưng không có khách hàng, mật khẩu và khóa. Tải về để sao lưu hoặc áp dụng cho trang khác.",
      "Trước khi thay đổi, kế hoạch liệt kê từng thay đổi. Áp dụng thì được tất cả hoặc không gì cả.",
    ],
  },
  api: {
    title: "API và mã truy cập",
    body: [
      "Chương trình của bạn có thể liệt kê kịch bản, sửa từ khóa, gửi kịch bản hoặc tin nhắn cho khách. Chúng cần mã truy cập của trang, chỉ hiện một lần khi tạo: hãy giữ như mật khẩu. Mã mới sẽ thay mã cũ ngay lập tức.",
      "Tài liệu API có liên kết bên dưới.",
    ],
  },
  templates: {
    title: "Mẫu có sẵn",
    body: [
      "Mẫu là bộ thiết lập hoàn chỉnh: kịch bản, từ khóa, câu hỏi gợi ý, menu và trường. Từ mục Trang, mẫu tạo một trang mới trên kênh bạn chọn, xem trước đúng như kênh đó hiển thị; từ mục Kịch bản, mẫu được thêm vào trang đang mở.",
      "Thêm mẫu không thay thế gì. Trên trang đã có kịch bản, kịch bản của mẫu nằm trong thư mục riêng, lời chào của trang giữ nguyên trừ khi bạn chọn “Dùng mẫu này để chào khách mới”. Giá, địa chỉ và giờ giấc chỉ là ví dụ; ghi chú trên sơ đồ cho biết chỗ cần thay.",
    ],
  },
  pages: {
    title: "Các trang",
    body: [
      "Mỗi trang là một tài khoản trên một kênh, có kịch bản, khách hàng và cài đặt riêng. Công tắc “Bot” dùng để tạm dừng: tin nhắn vẫn được giữ nhưng không có gì trả lời.",
      "“Trang mới” hỏi kênh và khóa kết nối. “Bắt đầu từ mẫu” tạo trang chat web dùng được ngay.",
    ],
  },
  team: {
    title: "Nhóm và vai trò",
    body: [
      "Mời người khác bằng liên kết; liên kết dùng một lần, trong vài ngày. Các vai trò:",
      [
        "Chủ sở hữu: mọi quyền, gồm trang, kết nối, mã truy cập và nhóm.",
        "Biên tập: tạo kịch bản, từ khóa, menu, cài đặt và trả lời khách.",
        "Nhân viên: trả lời khách.",
        "Người xem: xem tất cả, không thay đổi gì.",
      ],
    ],
  },
  audit: {
    title: "Nhật ký",
    body: [
      "Ai đã thay đổi gì, khi nào: đăng nhập, trang, kịch bản, từ khóa, mã truy cập, thành viên. Chỉ chủ sở hữu xem được. Thời gian lưu nhật ký đặt ở Cài đặt → Dữ liệu.",
    ],
  },
  profile: {
    title: "Hồ sơ của bạn",
    body: [
      "Đổi tên và mật khẩu, bật đăng nhập hai bước, đăng xuất khỏi thiết bị khác và chọn thông báo bạn muốn nhận, trên trình duyệt hoặc qua email.",
      "Hãy cất mã dự phòng của đăng nhập hai bước ở nơi an toàn: mỗi mã dùng một lần nếu bạn mất điện thoại. Chủ sở hữu có thể tắt giúp bạn.",
    ],
  },
};
