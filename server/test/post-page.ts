import assert from "node:assert/strict";
import { channels } from "../channels/index.ts";
import type { TestPage } from "./builders.ts";
import type { PostedMessage } from "./post-channel.ts";
import { postChannel } from "./post-channel.ts";

/** The settings of a node whose Telegram is the post channel. */
export const withPostChannel = (options: Parameters<typeof postChannel>[0] = {}) => ({
  channels: { ...channels, telegram: postChannel(options) },
});

/** A webhook of the post channel. */
export const postWebhook = (baseUrl: string, pageId: string, events: object[]): Promise<Response> =>
  fetch(`${baseUrl}/webhooks/${pageId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-secret": "right" },
    body: JSON.stringify({ events }),
  });

/** Sends a text by the public API. */
export const sendText = (baseUrl: string, { pageId, token }: TestPage, psid: string, text: string): Promise<Response> =>
  fetch(`${baseUrl}/api/public_api/v1/pages/${pageId}/flows/send_content`, {
    method: "POST",
    headers: { "content-type": "application/json", "access-token": token },
    body: JSON.stringify({ psid, data: { version: "v2", content: { messages: [{ type: "text", text }] } } }),
  });

export async function accepted(answering: Promise<Response>): Promise<void> {
  const answer = await answering;
  assert.equal(answer.status, 200, await answer.text());
}

export const textOf = ({ message }: PostedMessage) => ("text" in message ? message.text : "");
