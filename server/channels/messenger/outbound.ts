import { messenger as facts } from "@banter/core/channels/messenger/facts.ts";
import { uploadTo } from "../meta/files/upload.ts";
import { renderReaction } from "../meta/reaction.ts";
import { type SendCall, send, sendAction, weighMedia } from "../meta/send.ts";
import type { Outbound } from "../outbound.ts";
import { render } from "./render.ts";
import { graphOf, type MessengerSettings } from "./settings.ts";

export const outbound: Outbound<MessengerSettings, SendCall> = {
  window: { seconds: 24 * 3600, tags: facts.messageTags },
  confirmsWithinSeconds: 90,
  pace: ({ callsPerSecond }) => ({
    perSecond: callsPerSecond,
    perCustomer: null,
    weigh: weighMedia(callsPerSecond),
  }),
  render,
  renderAlbum: null,
  renderReaction: (reaction, { psid }) => renderReaction(reaction, psid, (emoji) => emoji),
  deliver(call, settings, files) {
    const graph = graphOf(settings);
    const { customerPrefix } = facts;
    return send(graph, call, { customerPrefix, files: files && { files, upload: uploadTo(graph, "messenger") } });
  },
  typing: { seconds: 20, show: (psid, settings) => sendAction(graphOf(settings), psid, "typing_on") },
  markSeen: (psid, settings) => sendAction(graphOf(settings), psid, "mark_seen"),
};
