import { z } from "zod";
import { defineChannel } from "../channel.ts";

/** Our own channel: visitors read from the database through http/webchat, so a stored message is a delivered one. */
export const webchat = defineChannel({
  type: "webchat",
  title: "Web chat",
  settings: z.object({}),
  knowsStrangers: false,
  window: null,
  confirmsWithinSeconds: null,
  pace: () => ({ perSecond: Number.POSITIVE_INFINITY, perCustomer: null }),
  webhook: null,
  render: () => [],
  deliver: null,
  showTyping: null,
  connect: null,
  renewal: null,
  setProfile: null,
  fetchCustomer: null,
  fetchMedia: null,
  // The chat page and the widget are the server's own: their links are made where its address is known.
  chatLink: null,
});
