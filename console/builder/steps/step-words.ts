import type { questionExits } from "@banter/core/flow/steps/choice.ts";
import type { StepTypeName, stepTypes } from "@banter/core/flow/steps/index.ts";
import type { SummaryWord } from "@banter/core/flow/steps/summary.ts";

// Of every step type, exit and phrase of a summary: one that is missing does not compile.
type StepWords = Record<StepTypeName, { title: string; help: string }>;
type ExitWords = Record<ExitName | "otherChoice", string>;
type SummaryWords = Record<SummaryWord, string> & Record<string, string>;

/** The names of exits, except those that the author of a flow gives. */
type ExitName =
  | Extract<(typeof stepTypes)[StepTypeName]["exits"], readonly string[]>[number]
  | (typeof questionExits)[number];

/** The names of steps, exits and contents, and the phrases of their summaries. */
export const en = {
  steps: {
    message: { title: "Send a message", help: "Texts, pictures, cards and buttons" },
    ask: { title: "Ask a question", help: "Waits for an answer and keeps it" },
    condition: { title: "Check a condition", help: "Goes one way or the other by tag, field, time or channel" },
    split: { title: "Split by chance", help: "Sends customers different ways at random" },
    delay: { title: "Wait", help: "For a while, until a moment or within hours" },
    action: { title: "Do something", help: "Tags, fields, sequences, telling the team" },
    goto: { title: "Go to a flow", help: "Runs another flow, and may come back" },
    request: { title: "Call a server", help: "Sends a request and uses the answer" },
    ai: { title: "Answer by AI", help: "Lets a language model answer; cannot be published yet" },
    note: { title: "Note", help: "A remark for the editors of the flow" },
  } satisfies StepWords,
  exits: {
    next: "Next",
    answered: "Answered",
    otherChoice: "Other choices",
    gave_up: "Answer did not fit",
    no_reply: "No answer",
    yes: "Yes",
    no: "No",
    ok: "It worked",
    failed: "It failed",
  } satisfies ExitWords,
  messages: {
    text: "Text",
    image: "Picture",
    cards: "Cards",
    video: "Video",
    audio: "Audio",
    file: "File",
    form: "Form",
    products: "Products",
    invoice: "Invoice",
    whatsapp_message_template: "WhatsApp template",
  },
  presses: {
    step: "Go to a step",
    flow: "Start a flow",
    url: "Open a link",
    call: "Call a number",
    text: "Answer with these words",
    phone_number: "Give one's phone number",
    email: "Give one's e-mail",
    location: "Give one's place",
  },
  replies: { phone_number: "Phone number", email: "E-mail", location: "Location" },
  duration: {
    day_one: "One day",
    day_other: "{{count}} days",
    hour_one: "One hour",
    hour_other: "{{count}} hours",
    minute_one: "One minute",
    minute_other: "{{count}} minutes",
    second_one: "One second",
    second_other: "{{count}} seconds",
  },
  summary: {
    noFlow: "No flow chosen yet",
    noText: "Nothing written yet",
    noTime: "No time chosen yet",
    hasTag: "Has the tag {{tag}}",
    hasNoTag: "Does not have the tag {{tag}}",
    within: "Within certain hours",
    until: "Until {{when}}",
    untilField: "Until the date in {{field}}",
    any: "Any of these:",
    all: "All of these:",
    actions_one: "and does one thing",
    actions_other: "and does {{count}} things",
  } satisfies SummaryWords,
};

export const vi: typeof en = {
  steps: {
    message: { title: "Gửi tin nhắn", help: "Văn bản, hình ảnh, thẻ ảnh và nút" },
    ask: { title: "Đặt câu hỏi", help: "Chờ câu trả lời và lưu lại" },
    condition: { title: "Kiểm tra điều kiện", help: "Rẽ nhánh theo thẻ, trường, thời gian hoặc kênh" },
    split: { title: "Chia ngẫu nhiên", help: "Đưa khách hàng theo các hướng ngẫu nhiên" },
    delay: { title: "Chờ", help: "Một lúc, đến một thời điểm hoặc trong khung giờ" },
    action: { title: "Thực hiện hành động", help: "Thẻ, trường, chuỗi tin, báo cho nhóm" },
    goto: { title: "Chuyển kịch bản", help: "Chạy kịch bản khác, có thể quay lại" },
    request: { title: "Gọi máy chủ", help: "Gửi yêu cầu và dùng câu trả lời" },
    ai: { title: "Trả lời bằng AI", help: "Để mô hình ngôn ngữ trả lời; chưa xuất bản được" },
    note: { title: "Ghi chú", help: "Lời nhắn cho người sửa kịch bản" },
  },
  exits: {
    next: "Tiếp theo",
    answered: "Đã trả lời",
    otherChoice: "Lựa chọn khác",
    gave_up: "Trả lời không hợp lệ",
    no_reply: "Không trả lời",
    yes: "Đúng",
    no: "Sai",
    ok: "Thành công",
    failed: "Thất bại",
  },
  messages: {
    text: "Văn bản",
    image: "Hình ảnh",
    cards: "Thẻ ảnh",
    video: "Video",
    audio: "Âm thanh",
    file: "Tệp",
    form: "Biểu mẫu",
    products: "Sản phẩm",
    invoice: "Hoá đơn",
    whatsapp_message_template: "Mẫu WhatsApp",
  },
  presses: {
    step: "Đi đến một bước",
    flow: "Chạy một kịch bản",
    url: "Mở liên kết",
    call: "Gọi điện",
    text: "Trả lời bằng chính chữ này",
    phone_number: "Gửi số điện thoại",
    email: "Gửi e-mail",
    location: "Gửi vị trí",
  },
  replies: { phone_number: "Số điện thoại", email: "E-mail", location: "Vị trí" },
  duration: {
    day_one: "{{count}} ngày",
    day_other: "{{count}} ngày",
    hour_one: "{{count}} giờ",
    hour_other: "{{count}} giờ",
    minute_one: "{{count}} phút",
    minute_other: "{{count}} phút",
    second_one: "{{count}} giây",
    second_other: "{{count}} giây",
  },
  summary: {
    noFlow: "Chưa chọn kịch bản",
    noText: "Chưa viết gì",
    noTime: "Chưa chọn thời gian",
    hasTag: "Có thẻ {{tag}}",
    hasNoTag: "Không có thẻ {{tag}}",
    within: "Trong khung giờ nhất định",
    until: "Đến {{when}}",
    untilField: "Đến ngày trong trường {{field}}",
    any: "Một trong các điều sau:",
    all: "Tất cả các điều sau:",
    actions_one: "và làm {{count}} việc",
    actions_other: "và làm {{count}} việc",
  },
};
