/** The names of tools that a model may use besides answering. */
export const en = {
  set_field: "Set a field",
  add_tag: "Add a tag",
  start_flow: "Start a flow",
  call_request: "Ask another service",
  look_up: "Read the customer's fields",
  hand_over: "Hand over to a person",
};

export const vi: typeof en = {
  set_field: "Đặt một trường",
  add_tag: "Gắn thẻ",
  start_flow: "Chạy một kịch bản",
  call_request: "Hỏi dịch vụ khác",
  look_up: "Đọc các trường của khách",
  hand_over: "Chuyển cho người",
};
