import type { Attention } from "./attention.ts";
import type { Chat } from "./chat.ts";
import { connectHost, type Host } from "./host.ts";
import type { Memory } from "./memory.ts";
import type { Settings } from "./settings.ts";

/** On the chat page a visit starts when the page is loaded. */
export function openOnOwnPage(chat: Chat, { ref, adId }: Settings): void {
  chat.open({ ref, ad_id: adId, opened: true });
  // Loading the page again must not start the flow of its link again.
  const url = new URL(location.href);
  for (const name of ["ref", "ad_id"]) url.searchParams.delete(name);
  history.replaceState(null, "", url);
}

type FrameOptions = { hostOrigin: string; ref: string | undefined; memory: Memory; attention: Attention };

/**
 * In a frame a visit starts when the visitor opens the chat. For a known visitor it starts at once, so that the badge
 * can count new messages.
 */
export function openInFrame(chat: Chat, { hostOrigin, ref, memory, attention }: FrameOptions): Host {
  let hasStarted = false;
  let wasOpened = false;
  document.documentElement.classList.add("embedded");
  attention.setHost({ open: false, focused: false });

  return connectHost(hostOrigin, (state) => {
    if (state.type !== "state") return;
    attention.setHost(state);
    const isOpening = state.open && !wasOpened;
    // Every page of the site has the same tag, so its ref starts a flow only once per tab.
    const isNewRef = isOpening && ref !== undefined && memory.isFirstInTab(`ref:${ref}`);
    // A visit that was made for the badge alone has not told the page that the visitor sees it.
    const isUnwelcomed = isOpening && chat.store.get().messages.length === 0;
    if (isNewRef || isUnwelcomed || (!hasStarted && (isOpening || memory.findToken()))) {
      hasStarted = true;
      chat.open({ ...(isNewRef && { ref }), ...(isOpening && { opened: true }) });
    }
    wasOpened ||= state.open;
  });
}
