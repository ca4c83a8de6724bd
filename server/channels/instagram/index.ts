import { instagram as facts } from "@banter/core/channels/instagram/facts.ts";
import { defineChannel } from "../channel.ts";
import { adWelcome } from "../meta/ad-welcome.ts";
import { renderCommentAction } from "../meta/comments/calls.ts";
import { instagramComments } from "../meta/comments/edges.ts";
import { instagramPosts, listPosts } from "../meta/comments/posts.ts";
import { uploadTo } from "../meta/files/upload.ts";
import { linkWithRef } from "../meta/link-ref.ts";
import { saveProfile } from "../meta/profile.ts";
import { renderReaction } from "../meta/reaction.ts";
import { send, sendAction, weighMedia } from "../meta/send.ts";
import { renderPass, takeControl } from "../meta/thread-control.ts";
import { account } from "./account.ts";
import { inbound } from "./inbound.ts";
import { callsFor } from "./profile.ts";
import { render } from "./render.ts";
import { graphOf, InstagramSettings } from "./settings.ts";

/** Instagram professional accounts. https://developers.facebook.com/docs/messenger-platform/instagram */
export const instagram = defineChannel({
  type: "instagram",
  title: facts.title,
  settings: InstagramSettings,
  account,
  inbound,
  knowsStrangers: true,
  window: { seconds: 24 * 3600, tags: ["HUMAN_AGENT"] },
  confirmsWithinSeconds: 90,
  // Documented both as 300 and as 100 per second.
  pace: () => ({ perSecond: 100, perCustomer: null, weigh: weighMedia(100) }),
  render,
  renderComment: (action, context) => [renderCommentAction(action, instagramComments, context)],
  // Instagram has a name for its one reaction.
  renderReaction: (reaction, { psid }) => renderReaction(reaction, numberOf(psid), () => "love"),
  control: {
    renderPass: ({ psid }) => renderPass(numberOf(psid), "instagram"),
    take: (psid, settings) => takeControl(graphOf(settings), numberOf(psid)),
  },
  deliver(call, settings, files) {
    const graph = graphOf(settings);
    const { customerPrefix } = facts;
    // Meta describes the upload for accounts that are linked to a page only.
    if (!files || settings.login !== "facebook") return send(graph, call, { customerPrefix, files: undefined });
    return send(graph, call, { customerPrefix, files: { files, upload: uploadTo(graph, "instagram") } });
  },
  showTyping: (psid, settings) => sendAction(graphOf(settings), numberOf(psid), "typing_on"),
  markSeen: (psid, settings) => sendAction(graphOf(settings), numberOf(psid), "mark_seen"),
  setProfile: (profile, settings) => saveProfile(graphOf(settings), callsFor(profile)),
  chatLink: ({ username }, ref) => (username === "" ? null : linkWithRef(`https://ig.me/m/${username}`, ref)),
  adWelcome,
  listPosts: (settings, { pageId, after }) =>
    listPosts(graphOf(settings), instagramPosts(pageId.slice(facts.pagePrefix.length)), after),
  templates: null,
});

/** The customer's id at Instagram. */
const numberOf = (psid: string) => psid.replace(/^ig_/, "");
