import type { Attention } from "./attention.ts";
import type { Chat } from "./chat.ts";
import { connectHost, type Host } from "./host.ts";
import type { Memory } from "./memory.ts";
import type { Settings } from "./settings.ts";

/** A visit to the chat page begins with the page. */
export function openOnOwnPage(chat: Chat, { ref, adId }: Settings): void {
  chat.open({ ref, ad_id: adId });
  // A link is followed once: loading the page again must not start its flow again.
  const url = new URL(location.href);
  for (const name of ["ref", "ad_id"]) url.searchParams.delete(name);
  history.replaceState(null, "", url);
}

type Frame = { hostOrigin: string; ref: string | undefined; memory: Memory; attention: Attention };

/** In the frame a visit begins when the visitor opens it, or at once for one we know, so that the badge can count. */
export function openInFrame(chat: Chat, { hostOrigin, ref, memory, attention }: Frame): Host {
  let hasBegun = false;
  let wasOpened = false;
  document.documentElement.classList.add("embedded");
  attention.setHost({ open: false, focused: false });

  return connectHost(hostOrigin, (state) => {
    attention.setHost(state);
    const isOpening = state.open && !wasOpened;
    // The same tag is on every page of the site, so its flow starts once a tab.
    const isNewRef = isOpening && ref !== undefined && memory.isFirst(`ref:${ref}`);
    if (isNewRef || (!hasBegun && (isOpening || memory.findToken()))) {
      hasBegun = true;
      chat.open(isNewRef ? { ref } : {});
    }
    wasOpened ||= state.open;
  });
}
