import { createHmac } from "node:crypto";
import { appSecret, type FaultPage } from "./pages.ts";

/** A webhook, or a call of the API, ready to be posted to any node. */
export type Posting = { path: string; headers: Record<string, string>; body: string };

/** A customer's text as the platform reports it. `time` orders the customer's texts. */
export type Text = { psid: string; text: string; time: number };

/** One webhook of a page with texts of its customers. */
export function textsWebhook(page: FaultPage, texts: Text[], { isOrdered = true } = {}): Posting {
  if (page.channel === "messenger")
    return signed(
      page,
      texts.map((text) => messagingOf(page, text)),
    );
  const events = texts.map(({ psid, text, time }) => ({
    ...{ id: `${psid} ${text}`, from: psid, text },
    ...(isOrdered && { sequence: time }),
  }));
  return posting(`/webhooks/${page.pageId}`, { "x-secret": "right" }, { events });
}

function messagingOf({ pageId }: FaultPage, { psid, text, time }: Text): object {
  const mid = `m_${psid}_${text.replaceAll(" ", "_")}`;
  return { sender: { id: psid }, recipient: { id: pageId }, timestamp: time, message: { mid, text } };
}

/** Messenger's echo of a message of the page. */
export function echoWebhook(
  page: FaultPage,
  { psid, text, messageId, platformId }: { psid: string; text: string; messageId: number; platformId: string },
): Posting {
  const message = { is_echo: true, mid: platformId, app_id: 1, metadata: `banter:${messageId}`, text };
  return signed(page, [{ sender: { id: page.pageId }, recipient: { id: psid }, timestamp: Date.now(), message }]);
}

function signed({ pageId }: FaultPage, messaging: object[]): Posting {
  const { path, headers, body } = posting(
    `/webhooks/${pageId}`,
    {},
    {
      object: "page",
      entry: [{ id: pageId, time: Date.now(), messaging }],
    },
  );
  const signature = createHmac("sha256", appSecret).update(body).digest("hex");
  return { path, headers: { ...headers, "x-hub-signature-256": `sha256=${signature}` }, body };
}

/** A send through the public API, with an idempotency key, so that it can be repeated. */
export function sendPosting({ pageId, token }: FaultPage, psid: string, text: string): Posting {
  const data = { version: "v2", content: { messages: [{ type: "text", text }] } };
  const headers = { "access-token": token, "idempotency-key": `${psid}-${text}`.replaceAll(" ", "-") };
  return posting(`/api/public_api/v1/pages/${pageId}/flows/send_content`, headers, { psid, data });
}

const posting = (path: string, headers: Record<string, string>, body: object): Posting => ({
  path,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** Posts it to a node. Resolves to the status, or to undefined if there was no answer. */
export async function post(baseUrl: string, { path, headers, body }: Posting): Promise<number | undefined> {
  try {
    const answer = await fetch(baseUrl + path, { method: "POST", headers, body, signal: AbortSignal.timeout(15_000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}
