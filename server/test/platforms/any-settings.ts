/** Required settings of all channels; the others have defaults. */
export const anySettings = {
  ...{ accessToken: "token", pageToken: "token", appSecret: "secret", verifyToken: "word" },
  ...{ phoneNumberId: "1", businessAccountId: "2", phoneNumber: "15550100" },
  ...{ channelSecret: "0".repeat(32), lineId: "@shop" },
  ...{ botToken: `1:${"a".repeat(35)}`, botName: "shop_bot" },
  ...{ oaId: "3", appId: "4", refreshToken: "token", oaSecret: "secret" },
};
