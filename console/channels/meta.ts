// Words that Messenger, Instagram and WhatsApp share: all three are set up in an app at Meta.

export const settingEn = {
  appSecret: "App secret",
  verifyToken: "Verify token",
  apiVersion: "Version of the Graph API",
};
export const settingHelpEn = {
  appSecret: "In your app at Meta, under App settings → Basic.",
  verifyToken: "Meta asks for it when you enter the webhook address there.",
};
export const webhookHelpEn =
  "Meta has to be told where messages go. This is done once, in your app at developers.facebook.com.";

export const settingVi = {
  appSecret: "Khóa bí mật của ứng dụng",
  verifyToken: "Mã xác minh",
  apiVersion: "Phiên bản Graph API",
};
export const settingHelpVi = {
  appSecret: "Trong ứng dụng của bạn tại Meta, mục App settings → Basic.",
  verifyToken: "Meta sẽ hỏi khi bạn nhập địa chỉ webhook ở đó.",
};
export const webhookHelpVi =
  "Cần cho Meta biết tin nhắn được gửi đến đâu. Chỉ làm một lần, trong ứng dụng của bạn tại developers.facebook.com.";
