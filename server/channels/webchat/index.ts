import { webchat as facts } from "@banter/core/channels/webchat/facts.ts";
import { z } from "zod";
import { defineChannel } from "../channel.ts";

/** Our own channel. Visitors read from the database through http/webchat, so a stored message counts as delivered. */
export const webchat = defineChannel({
  type: "webchat",
  title: facts.title,
  settings: z.object({}),
  account: null,
  inbound: null,
  outbound: null,
  profile: null,
  comments: null,
  control: null,
  templates: null,
  links: {
    chat: (_, ref, chatPage) => chatPage + (ref === null ? "" : `?ref=${encodeURIComponent(ref)}`),
    adWelcome: null,
  },
});
