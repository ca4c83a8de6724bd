const keyOf = (pageId: string, psid: string) => `banter-reply ${pageId} ${psid}`;

/** The unsent text of a conversation. It survives a change of conversations and a reload of the tab. */
export const recallDraft = (pageId: string, psid: string): string => sessionStorage.getItem(keyOf(pageId, psid)) ?? "";

export function keepDraft(pageId: string, psid: string, text: string): void {
  if (text) sessionStorage.setItem(keyOf(pageId, psid), text);
  else sessionStorage.removeItem(keyOf(pageId, psid));
}
