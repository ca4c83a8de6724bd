import { messenger as facts } from "@banter/core/channels/messenger/facts.ts";
import { defineChannel } from "../channel.ts";
import { adWelcome } from "../meta/ad-welcome.ts";
import { renderCommentAction } from "../meta/comments/calls.ts";
import { facebookComments } from "../meta/comments/edges.ts";
import { facebookPosts, listPosts } from "../meta/comments/posts.ts";
import { linkWithRef } from "../meta/link-ref.ts";
import { saveProfile } from "../meta/profile.ts";
import { renderPass, takeControl } from "../meta/thread-control.ts";
import { account } from "./account.ts";
import { inbound } from "./inbound.ts";
import { outbound } from "./outbound.ts";
import { callsFor } from "./profile.ts";
import { graphOf, MessengerSettings } from "./settings.ts";

/** Facebook pages in Messenger. https://developers.facebook.com/docs/messenger-platform */
export const messenger = defineChannel({
  type: "messenger",
  title: facts.title,
  settings: MessengerSettings,
  account,
  inbound,
  outbound,
  renderComment: (action, context) => [renderCommentAction(action, facebookComments, context)],
  control: {
    renderPass: ({ psid }) => renderPass(psid, "messenger"),
    take: (psid, settings) => takeControl(graphOf(settings), psid),
  },
  setProfile: (profile, settings) => saveProfile(graphOf(settings), callsFor(profile)),
  chatLink: ({ pageName }, ref) => (pageName === "" ? null : linkWithRef(`https://m.me/${pageName}`, ref)),
  adWelcome,
  listPosts: (settings, { after }) => listPosts(graphOf(settings), facebookPosts, after),
  templates: { tag: "UTILITY" },
});
