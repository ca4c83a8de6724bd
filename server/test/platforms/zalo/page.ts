import { Settings } from "../../../channels/zalo/settings.ts";
import type { Customer, Platform } from "../scenario.ts";
import type { Zalo } from "./stand-in.ts";

/** The settings that connect a page with the stand-in's account. */
export function settingsFor({ origin, oaId, app, oaSecret, accessToken, refreshToken }: Zalo): Settings {
  return Settings.parse({
    oaId,
    appId: app.id,
    appSecret: app.secret,
    oaSecret,
    accessToken,
    refreshToken,
    apiUrl: origin,
    loginUrl: origin,
  });
}

/** The stand-in as a platform of the shared scenarios. */
export function platformOf(zalo: Zalo): Platform {
  const pageId = `zl_${zalo.oaId}`;
  return {
    pageId,
    settings: settingsFor(zalo),
    connect: (baseUrl) => zalo.enterWebhook(`${baseUrl}/webhooks/${pageId}`),
    customer: (number) => customerOf(zalo, number),
    failNext(trouble) {
      zalo.trouble = () => {
        zalo.trouble = () => undefined;
        if (trouble === "lost_answer") return { reset: true };
        return { refuse: { error: -32, message: "Rate limit exceeded" }, headers: { "retry-after": "1" } };
      };
    },
    written: zalo.written,
    until: zalo.until,
    takenAt: zalo.takenAt,
    countRefused: () => zalo.refused.length,
    countTyping: () => 0,
  };
}

function customerOf(zalo: Zalo, number: number): Customer {
  const { id: _, ...person } = zalo.person(number);
  return {
    ...person,
    sendPlace: () => {
      const coordinates = { latitude: "10.7769", longitude: "106.7009" };
      return person.send("location", { type: "location", payload: { coordinates } });
    },
    follow: () => Promise.reject(new Error("Links to the chat bring nothing back.")),
    async sayInDisorder(...texts) {
      const at = zalo.now();
      const bodies = texts.map((text, index) => ({ ...person.saying(text), timestamp: String(at + index) }));
      await zalo.post(...bodies.toReversed());
      await Promise.all([...bodies, ...bodies].map((body) => zalo.post(body)));
    },
  };
}
