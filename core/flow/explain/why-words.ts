import type { ModelDeed } from "../trace.ts";

/** The words of one language that tell in one sentence why a message was sent. Words in capitals are placeholders. */
export type WhyWords = {
  /** By the trigger and its verdict; other causes have the sentence of their event. */
  leads: Record<
    | "keyword matched"
    | "question fits"
    | "question unfit"
    | "welcome started"
    | "default_reply started"
    | "private_reply answered"
    | "plan go"
    | "plan outside"
    | "consent given"
    | "consent refused"
    | `model ${ModelDeed}`,
    string
  >;
  ends: Record<"version" | "flow" | "sequence" | "none", string>;
  forgotten: string;
};

export const english: WhyWords = {
  leads: {
    "keyword matched": "The keyword KEYWORD matched “TEXT”",
    "question fits": "The customer answered “TEXT”",
    "question unfit": "“TEXT” is no answer to the question, so it was asked again",
    "welcome started": "It was the customer's first message",
    "default_reply started": "Nothing else matched “TEXT”, so the default reply was sent",
    "private_reply answered": "The customer answered the private reply",
    "plan go": "A broadcast, a sequence or a rule of the page sent it",
    "plan outside":
      "A broadcast, a sequence or a rule of the page sent it, as the template for a closed messaging window",
    "consent given": "The customer subscribed to the page's news",
    "consent refused": "The customer unsubscribed from the page's news",
    "model answered": "The model MODEL answered the customer",
    "model routed": "The model MODEL found what the customer wants",
    "model unsure": "The model MODEL was not sure",
    "model handed_over": "The model MODEL asked for a person",
    "model tools": "The model MODEL looked something up",
    "model dropped": "The model MODEL was asked again with all that the customer wrote",
    "model failed": "The model MODEL gave no answer that could be used",
  },
  ends: {
    version: "LEAD; flow FLOW, version VERSION.",
    flow: "LEAD; flow FLOW.",
    sequence: "LEAD; sequence SEQUENCE.",
    none: "LEAD.",
  },
  forgotten: "The reason is no longer kept",
};

export const vietnamese: WhyWords = {
  leads: {
    "keyword matched": "Từ khóa KEYWORD khớp với “TEXT”",
    "question fits": "Khách trả lời “TEXT”",
    "question unfit": "“TEXT” không phải câu trả lời phù hợp nên bot hỏi lại",
    "welcome started": "Đây là tin nhắn đầu tiên của khách",
    "default_reply started": "Không có gì khác khớp với “TEXT” nên bot gửi trả lời mặc định",
    "private_reply answered": "Khách đã trả lời tin nhắn riêng",
    "plan go": "Một tin hàng loạt, chuỗi tin hoặc quy tắc của trang đã gửi",
    "plan outside":
      "Một tin hàng loạt, chuỗi tin hoặc quy tắc của trang đã gửi, bằng mẫu tin vì đã hết thời hạn nhắn tin",
    "consent given": "Khách đã đăng ký nhận tin của trang",
    "consent refused": "Khách đã ngừng nhận tin của trang",
    "model answered": "Mô hình MODEL đã trả lời khách",
    "model routed": "Mô hình MODEL đã nhận ra khách muốn gì",
    "model unsure": "Mô hình MODEL không chắc chắn",
    "model handed_over": "Mô hình MODEL đã nhờ người tiếp nhận",
    "model tools": "Mô hình MODEL đã tra cứu",
    "model dropped": "Mô hình MODEL được hỏi lại với mọi điều khách đã viết",
    "model failed": "Mô hình MODEL không đưa ra được câu trả lời dùng được",
  },
  ends: {
    version: "LEAD; kịch bản FLOW, phiên bản VERSION.",
    flow: "LEAD; kịch bản FLOW.",
    sequence: "LEAD; chuỗi tin SEQUENCE.",
    none: "LEAD.",
  },
  forgotten: "Lý do không còn được lưu",
};
