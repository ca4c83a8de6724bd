import type { OutgoingButton, OutgoingReply } from "@banter/core/flow/outgoing.ts";
import type { RenderContext } from "../outbound.ts";
import { cutTitle } from "../text/render-notes.ts";

/** The effect of a press. `displayText` is shown in the chat as the customer's own words. */
export type Action =
  | { type: "postback"; label: string; data: string; displayText: string }
  | { type: "uri"; label: string; uri: string };

/** Makes actions in the order of `listPressables`, because their places are counted. */
export type ActionMaker = {
  button: (button: OutgoingButton) => Action;
  quickReply: (reply: Press) => Action;
  /** Counts the place of a pressable that has no action. */
  skip: () => void;
};

type Press = Extract<OutgoingReply, { type: "press" }>;

const maxLabel = 20;
const maxDisplayText = 300;

/** https://developers.line.biz/en/reference/messaging-api/#action-objects */
export function actionMaker({ payload, link, note }: Pick<RenderContext, "payload" | "link" | "note">): ActionMaker {
  let place = 0;
  const make = (pressable: OutgoingButton, part: "button" | "quick_reply"): Action => {
    const at = place++;
    const { title } = pressable;
    const label = cutTitle({ note }, title, { part, max: maxLabel });
    if (pressable.type === "press") {
      return { type: "postback", label, data: payload(at), displayText: title.slice(0, maxDisplayText).toWellFormed() };
    }
    const uri =
      pressable.type === "url" ? link(at, pressable.url) : `tel:${pressable.phone.replaceAll(/[^0-9+]/g, "")}`;
    return { type: "uri", label, uri };
  };
  return {
    button: (button) => make(button, "button"),
    quickReply: (reply) => make(reply, "quick_reply"),
    skip: () => void place++,
  };
}
