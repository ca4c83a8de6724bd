import { createHmac } from "node:crypto";
import webpush from "web-push";
import type { Deps } from "../../deps.ts";
import { pushKeysOf } from "../../domain/notifications/push-key.ts";
import { choicesOf } from "../../domain/notifications/recipients.ts";
import { emailOf, type Language, testWords, wordsOf } from "../../domain/notifications/words.ts";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import { sendEmail } from "../../outbound/mail.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import type { Notice } from "../../store/notifications/notices.ts";
import { findChoices } from "../../store/notifications/notification-choices.ts";
import { findWays } from "../../store/notifications/notification-ways.ts";
import { findNotification, type Notification } from "../../store/notifications/notifications.ts";
import { deleteSubscription, findSubscription } from "../../store/notifications/push-subscriptions.ts";
import { findUser } from "../../store/people/users.ts";

export type NoticeDeps = Pick<Deps, "db" | "config" | "secrets" | "baseUrl">;

/** `gone`: there is nobody to tell any more. `failed`: for now. */
export type NoticeResult = { result: "sent" | "gone" } | { result: "failed"; reason: string };

/** Makes one attempt. */
export async function sendNotice(deps: NoticeDeps, notice: Notice): Promise<NoticeResult> {
  const { pageId, notificationId } = notice;
  const about = notificationId === null ? null : await findNotification(deps.db, pageId, notificationId);
  // The page or the customer was removed.
  if (about === undefined) return { result: "gone" };
  return senders[notice.way](deps, notice, about);
}

type Sender = (deps: NoticeDeps, notice: Notice, about: Notification | null) => Promise<NoticeResult>;

const sent: NoticeResult = { result: "sent" };
const gone: NoticeResult = { result: "gone" };
const failed = (reason: string): NoticeResult => ({ result: "failed", reason: reason.slice(0, 300) });

const senders: Record<Notice["way"], Sender> = {
  async browser(deps, { userId, endpoint }, about) {
    const subscription = userId && endpoint ? await findSubscription(deps.db, userId, endpoint) : undefined;
    if (!userId || !subscription) return gone;
    const told = tell(deps, about, await languageOf(deps, userId));
    const request = webpush.generateRequestDetails(
      { endpoint: subscription.endpoint, keys: { p256dh: subscription.p256dh, auth: subscription.auth } },
      JSON.stringify({ ...told, tag: about?.psid ?? about?.kind ?? "test" }),
      {
        vapidDetails: { subject: deps.baseUrl().replace(/^http:.*/, "mailto:banter@localhost"), ...pushKeys(deps) },
        TTL: 86_400,
        urgency: "high",
      },
    );
    const answer = await guardedRequest(
      {
        ...{ method: "POST", url: subscription.endpoint },
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        body: request.body ?? Buffer.alloc(0),
      },
      { allow: deps.config.allowPrivateHosts },
    );
    if (answer.ok) return sent;
    if (answer.status !== 404 && answer.status !== 410) return failed(words(answer));
    await deleteSubscription(deps.db, userId, subscription.endpoint);
    return gone;
  },

  async email(deps, { userId }, about) {
    const user = userId ? await findUser(deps.db, userId) : undefined;
    if (!user || !deps.config.mail) return gone;
    const language = await languageOf(deps, user.id);
    const email = about ? emailOf(about, { language, baseUrl: deps.baseUrl() }) : testEmail(deps, language);
    try {
      await sendEmail(deps.config.mail, { to: user.email, ...email });
      return sent;
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  },

  async telegram(deps, { pageId }, about) {
    const ways = await findWays(deps.db, pageId);
    if (!ways?.telegram) return gone;
    const { bot_token, chat_id, api_url = "https://api.telegram.org" } = ways.telegram;
    const { title, text, url } = tell(deps, about, ways.language);
    const body = JSON.stringify({ chat_id, text: `${title}\n${text}\n${url}` });
    return post(deps, `${api_url}/bot${bot_token}/sendMessage`, body, []);
  },

  async webhook(deps, { pageId, id }, about) {
    const ways = await findWays(deps.db, pageId);
    if (!ways?.webhook) return gone;
    const { url, secret } = ways.webhook;
    const body = JSON.stringify({
      id,
      page_id: pageId,
      kind: about?.kind ?? "test",
      psid: about?.psid ?? null,
      at: (about?.at ?? new Date(databaseNow())).toISOString(),
      ...tell(deps, about, ways.language),
    });
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    return post(deps, url, body, [["x-banter-signature", `sha256=${signature}`]]);
  },
};

async function post(
  { config }: NoticeDeps,
  url: string,
  body: string,
  headers: [string, string][],
): Promise<NoticeResult> {
  const answer = await guardedRequest(
    { method: "POST", url, headers: [["content-type", "application/json"], ...headers], body },
    { allow: config.allowPrivateHosts },
  );
  return answer.ok ? sent : failed(words(answer));
}

/** A reason that the owner understands, without anything of the answer: it may come from an internal host. */
const words = ({ reason, status }: { reason: string; status?: number }) =>
  status === undefined ? reason : `${reason} ${status}`;

const tell = (deps: NoticeDeps, about: Notification | null, language: Language) =>
  about ? wordsOf(about, { language, baseUrl: deps.baseUrl() }) : testWords(language, deps.baseUrl());

function testEmail(deps: NoticeDeps, language: Language): { subject: string; text: string } {
  const { title, text, url } = testWords(language, deps.baseUrl());
  return { subject: title, text: `${text}\n\n${url}\n` };
}

async function languageOf({ db }: NoticeDeps, userId: string): Promise<Language> {
  return choicesOf((await findChoices(db, userId))?.choices ?? null).language;
}

const pushKeys = ({ secrets }: NoticeDeps) => pushKeysOf(secrets.pushKey);
