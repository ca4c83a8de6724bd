import { messenger as facts } from "@banter/core/channels/messenger/facts.ts";
import { defineChannel } from "../channel.ts";
import { adWelcome } from "../meta/ad-welcome.ts";
import { renderCommentAction } from "../meta/comments/calls.ts";
import { facebookComments } from "../meta/comments/edges.ts";
import { facebookPosts, listPosts } from "../meta/comments/posts.ts";
import { linkWithRef } from "../meta/link-ref.ts";
import { renderPass, takeControl } from "../meta/thread-control.ts";
import { account } from "./account.ts";
import { inbound } from "./inbound.ts";
import { outbound } from "./outbound.ts";
import { profile } from "./profile.ts";
import { graphOf, MessengerSettings } from "./settings.ts";

/** Facebook pages in Messenger. https://developers.facebook.com/docs/messenger-platform */
export const messenger = defineChannel({
  type: "messenger",
  title: facts.title,
  settings: MessengerSettings,
  account,
  inbound,
  outbound,
  profile,
  comments: {
    render: (action, context) => [renderCommentAction(action, facebookComments, context)],
    listPosts: (settings, { after }) => listPosts(graphOf(settings), facebookPosts, after),
  },
  control: {
    renderPass: ({ psid }) => renderPass(psid, "messenger"),
    take: (psid, settings) => takeControl(graphOf(settings), psid),
  },
  templates: { tag: "UTILITY", list: null, listForms: null },
  links: {
    chat: ({ pageName }, ref) => (pageName === "" ? null : linkWithRef(`https://m.me/${pageName}`, ref)),
    adWelcome,
  },
});
