export const en = {
  title: "AI",
  help: "Language models that may answer for this page, and what they may do and cost.",
  tabs: { models: "Models", knowledge: "Knowledge", evaluations: "Evaluations" },
};

export const vi: typeof en = {
  title: "AI",
  help: "Các mô hình ngôn ngữ được trả lời thay trang này, việc chúng được làm và chi phí.",
  tabs: { models: "Mô hình", knowledge: "Kiến thức", evaluations: "Bài kiểm tra" },
};
