import { instagram as facts } from "@banter/core/channels/instagram/facts.ts";
import { uploadTo } from "../meta/files/upload.ts";
import { renderReaction } from "../meta/reaction.ts";
import { type SendCall, send, sendAction, weighMedia } from "../meta/send.ts";
import type { Outbound } from "../outbound.ts";
import { render } from "./render.ts";
import { graphOf, type InstagramSettings } from "./settings.ts";

export const outbound: Outbound<InstagramSettings, SendCall> = {
  window: { seconds: 24 * 3600, tags: facts.messageTags },
  confirmsWithinSeconds: 90,
  // Documented both as 300 and as 100 per second.
  pace: () => ({ perSecond: 100, perCustomer: null, weigh: weighMedia(100) }),
  render,
  renderAlbum: null,
  // Instagram has a name for its one reaction.
  renderReaction: (reaction, { psid }) => renderReaction(reaction, numberOf(psid), () => "love"),
  deliver(call, settings, files) {
    const graph = graphOf(settings);
    const { customerPrefix } = facts;
    // Meta describes the upload for accounts that are linked to a page only.
    if (!files || settings.login !== "facebook") return send(graph, call, { customerPrefix, files: undefined });
    return send(graph, call, { customerPrefix, files: { files, upload: uploadTo(graph, "instagram") } });
  },
  typing: { seconds: 20, show: (psid, settings) => sendAction(graphOf(settings), numberOf(psid), "typing_on") },
  markSeen: (psid, settings) => sendAction(graphOf(settings), numberOf(psid), "mark_seen"),
};

/** The customer's id at Instagram. */
export const numberOf = (psid: string) => psid.replace(/^ig_/, "");
