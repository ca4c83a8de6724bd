import { z } from "zod";
import { defineChannel } from "../channel.ts";

/** Our own channel: visitors read from the database through http/webchat, so a stored message is a delivered one. */
export const webchat = defineChannel({
  type: "webchat",
  title: "Web chat",
  settings: z.object({}),
  knowsStrangers: false,
  window: null,
  perSecond: Number.POSITIVE_INFINITY,
  verify: () => false,
  parse: () => [],
  render: () => [],
  deliver: null,
});
