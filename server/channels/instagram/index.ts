import { instagram as facts } from "@banter/core/channels/instagram/facts.ts";
import { defineChannel } from "../channel.ts";
import { adWelcome } from "../meta/ad-welcome.ts";
import { renderCommentAction } from "../meta/comments/calls.ts";
import { instagramComments } from "../meta/comments/edges.ts";
import { instagramPosts, listPosts } from "../meta/comments/posts.ts";
import { linkWithRef } from "../meta/link-ref.ts";
import { renderPass, takeControl } from "../meta/thread-control.ts";
import { account } from "./account.ts";
import { inbound } from "./inbound.ts";
import { numberOf, outbound } from "./outbound.ts";
import { profile } from "./profile.ts";
import { graphOf, InstagramSettings } from "./settings.ts";

/** Instagram professional accounts. https://developers.facebook.com/docs/messenger-platform/instagram */
export const instagram = defineChannel({
  type: "instagram",
  title: facts.title,
  settings: InstagramSettings,
  account,
  inbound,
  outbound,
  profile,
  comments: {
    render: (action, context) => [renderCommentAction(action, instagramComments, context)],
    listPosts: (settings, { pageId, after }) =>
      listPosts(graphOf(settings), instagramPosts(pageId.slice(facts.pagePrefix.length)), after),
  },
  control: {
    renderPass: ({ psid }) => renderPass(numberOf(psid), "instagram"),
    take: (psid, settings) => takeControl(graphOf(settings), numberOf(psid)),
  },
  templates: null,
  links: {
    chat: ({ username }, ref) => (username === "" ? null : linkWithRef(`https://ig.me/m/${username}`, ref)),
    adWelcome,
  },
});
