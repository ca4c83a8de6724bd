import { messenger as facts } from "@banter/core/channels/messenger/facts.ts";
import { defineChannel } from "../channel.ts";
import { adWelcome } from "../meta/ad-welcome.ts";
import { renderCommentAction } from "../meta/comments/calls.ts";
import { facebookComments } from "../meta/comments/edges.ts";
import { facebookPosts, listPosts } from "../meta/comments/posts.ts";
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
import { graphOf, MessengerSettings } from "./settings.ts";

/** Facebook pages in Messenger. https://developers.facebook.com/docs/messenger-platform */
export const messenger = defineChannel({
  type: "messenger",
  title: facts.title,
  settings: MessengerSettings,
  account,
  inbound,
  knowsStrangers: true,
  window: { seconds: 24 * 3600, tags: ["HUMAN_AGENT", "UTILITY"] },
  confirmsWithinSeconds: 90,
  pace: ({ callsPerSecond }) => ({
    perSecond: callsPerSecond,
    perCustomer: null,
    weigh: weighMedia(callsPerSecond),
  }),
  render,
  renderComment: (action, context) => [renderCommentAction(action, facebookComments, context)],
  renderReaction: (reaction, { psid }) => renderReaction(reaction, psid, (emoji) => emoji),
  control: {
    renderPass: ({ psid }) => renderPass(psid, "messenger"),
    take: (psid, settings) => takeControl(graphOf(settings), psid),
  },
  deliver(call, settings, files) {
    const graph = graphOf(settings);
    const { customerPrefix } = facts;
    return send(graph, call, { customerPrefix, files: files && { files, upload: uploadTo(graph, "messenger") } });
  },
  showTyping: (psid, settings) => sendAction(graphOf(settings), psid, "typing_on"),
  markSeen: (psid, settings) => sendAction(graphOf(settings), psid, "mark_seen"),
  setProfile: (profile, settings) => saveProfile(graphOf(settings), callsFor(profile)),
  chatLink: ({ pageName }, ref) => (pageName === "" ? null : linkWithRef(`https://m.me/${pageName}`, ref)),
  adWelcome,
  listPosts: (settings, { after }) => listPosts(graphOf(settings), facebookPosts, after),
  templates: { tag: "UTILITY" },
});
