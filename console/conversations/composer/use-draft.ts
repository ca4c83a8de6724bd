import { useState } from "react";
import { usePage } from "../../frame/use-page.ts";
import type { Presence } from "../use-presence.ts";
import { keepDraft, recallDraft } from "./drafts.ts";

/** The text of the conversation, kept while one looks at others. */
export function useDraft(psid: string, presence: Presence): [string, (text: string) => void] {
  const { id: pageId } = usePage();
  const [text, setState] = useState(() => recallDraft(pageId, psid));
  const setText = (next: string) => {
    setState(next);
    keepDraft(pageId, psid, next);
    if (next) presence.type();
    else presence.rest();
  };
  return [text, setText];
}
