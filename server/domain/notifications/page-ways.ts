import { randomBytes } from "node:crypto";
import { isMaskedAddress, maskAddress } from "@banter/core/flow/document/secret-values.ts";
import { AppError, invalidFields } from "@banter/core/model/error.ts";
import type { NotificationKind } from "@banter/core/model/notification.ts";
import type { Deps } from "../../deps.ts";
import { insertNotices } from "../../store/notifications/notices.ts";
import { listRecipients } from "../../store/notifications/notification-choices.ts";
import { findWays, type NotificationWays, saveWays } from "../../store/notifications/notification-ways.ts";
import { reachedKinds } from "./recipients.ts";
import { countTest } from "./test-notices.ts";

type Asked = {
  telegram: { bot_token?: string; chat_id: string; api_url?: string; kinds: NotificationKind[] } | null;
  webhook: { url: string; secret?: string; kinds: NotificationKind[] } | null;
  language: "en" | "vi";
};

type Shown = {
  /** The member sees whole addresses, which may be secrets themselves. */
  seesAddresses: boolean;
};

/** The ways as members see them: without the token and the secret. */
export async function showWays({ db, config }: Pick<Deps, "db" | "config">, pageId: string, { seesAddresses }: Shown) {
  const shown = (address: string) => (seesAddresses ? address : maskAddress(address));
  const [ways, recipients] = [await findWays(db, pageId), await listRecipients(db, pageId)];
  const { telegram, webhook, telegramFailure = null, webhookFailure = null, language = "en" } = ways ?? {};
  const reached = reachedKinds(pageId, { recipients, ways, canSendEmail: config.mail !== undefined });
  return {
    telegram: telegram
      ? {
          ...{ chat_id: telegram.chat_id, kinds: telegram.kinds, failure: telegramFailure },
          ...(telegram.api_url !== undefined && { api_url: shown(telegram.api_url) }),
        }
      : null,
    webhook: webhook ? { url: shown(webhook.url), kinds: webhook.kinds, failure: webhookFailure } : null,
    language,
    reaches_somebody: reached.includes("hand_over"),
    reached_kinds: reached,
  };
}

/**
 * Keeps the stored token and secret where none is given. The token is sent to `api_url`, so another address needs the
 * token anew: only those who know it may send it elsewhere. A webhook without a secret gets one, told once.
 */
export async function changeWays({ db }: Pick<Deps, "db">, pageId: string, asked: Asked): Promise<string | null> {
  const stored = await findWays(db, pageId);
  const isSameAddress = asked.telegram?.api_url === stored?.telegram?.api_url;
  const botToken = asked.telegram?.bot_token ?? (isSameAddress ? stored?.telegram?.bot_token : undefined);
  if (asked.telegram && !botToken) {
    const faults = [{ path: "/telegram/bot_token", message: isSameAddress ? "is required" : requiredAnew }];
    throw new AppError("invalid_field", "The bot's token is missing.", { faults });
  }
  if (isMaskedAddress(asked.webhook?.url))
    throw invalidFields([{ path: "/webhook/url", message: "is hidden: write it" }]);
  const secret = asked.webhook?.secret ?? stored?.webhook?.secret ?? randomBytes(24).toString("base64url");
  const ways: Pick<NotificationWays, "telegram" | "webhook" | "language"> = {
    telegram: asked.telegram && botToken ? { ...asked.telegram, bot_token: botToken } : null,
    webhook: asked.webhook && { ...asked.webhook, secret },
    language: asked.language,
  };
  await saveWays(db, pageId, ways);
  return asked.webhook && !asked.webhook.secret && !stored?.webhook ? secret : null;
}

const requiredAnew = "is required, because the address is another one";

export async function sendTest({ db }: Pick<Deps, "db">, pageId: string, way: "telegram" | "webhook"): Promise<void> {
  const ways = await findWays(db, pageId);
  if (!ways?.[way]) throw new AppError("conflict", "Save this way first.");
  await countTest({ db }, pageId);
  await insertNotices(db, [{ page_id: pageId, notification_id: null, way, user_id: null, endpoint: null }]);
}
