import type { Pressable } from "@banter/core/flow/outgoing.ts";
import type { RenderContext } from "../outbound.ts";
import { cutTitle } from "../text/render-notes.ts";
import { dataOf } from "./payload.ts";

export type ZaloButton =
  | { title: string; type: "oa.query.hide"; payload: string }
  | { title: string; type: "oa.open.url"; payload: { url: string } }
  | { title: string; type: "oa.open.phone"; payload: { phone_code: string } };

const maxTitle = 100;

/**
 * Turns pressables into buttons below a message. They must be given in the order of `listPressables`, because their
 * places are counted. Questions for a phone number, an address or a place are no buttons.
 */
export function buttonMaker({ payload, link, note }: Pick<RenderContext, "payload" | "link" | "note">) {
  let place = 0;
  return (pressable: Pressable, part: "button" | "quick_reply"): ZaloButton[] => {
    const at = place++;
    if (!("title" in pressable)) return [];
    const title = cutTitle({ note }, pressable.title, { part, max: maxTitle });
    switch (pressable.type) {
      case "press":
        return [{ title, type: "oa.query.hide", payload: dataOf(payload(at)) }];
      case "url":
        return [{ title, type: "oa.open.url", payload: { url: link(at, pressable.url) } }];
      case "call":
        return [{ title, type: "oa.open.phone", payload: { phone_code: pressable.phone.replaceAll(/\D/g, "") } }];
    }
  };
}
