import { useEffect, useMemo } from "react";
import { api } from "../api.ts";
import { usePage } from "../frame/use-page.ts";

/** The server forgets a member after 20 s without a call. */
const repeatMs = 10_000;
/** Somebody who has typed nothing for this long only looks. */
const typingMs = 6000;

/** Tells other members that this one looks at the conversation, or types in it, while the tab is seen. */
export function usePresence(psid: string): Presence {
  const { id: pageId } = usePage();
  const presence = useMemo(
    () =>
      createPresence((state) => {
        const params = { page_id: pageId, psid };
        // Presence is a courtesy: a call that fails is made again with the next one.
        api("PUT /pages/:page_id/conversations/:psid/presence", { params, body: { state } }).catch(() => undefined);
      }),
    [pageId, psid],
  );
  useEffect(() => presence.begin(), [presence]);
  return presence;
}

export type Presence = ReturnType<typeof createPresence>;
type State = "looking" | "typing" | "gone";

function createPresence(tell: (state: State) => void) {
  let told: State = "gone";
  let toldAt = 0;
  let typedAt = 0;

  function update(): void {
    const isSeen = document.visibilityState === "visible";
    const state = !isSeen ? "gone" : Date.now() - typedAt < typingMs ? "typing" : "looking";
    const isDue = state !== "gone" && Date.now() - toldAt > repeatMs / 2;
    if (state === told && !isDue) return;
    [told, toldAt] = [state, Date.now()];
    tell(state);
  }

  return {
    /** Returns the end of it. */
    begin(): () => void {
      update();
      const timer = setInterval(update, typingMs);
      document.addEventListener("visibilitychange", update);
      return () => {
        clearInterval(timer);
        document.removeEventListener("visibilitychange", update);
        told = "gone";
        tell("gone");
      };
    },
    /** Called with every key. */
    type(): void {
      typedAt = Date.now();
      update();
    },
    /** The message was sent, or its text removed. */
    rest(): void {
      typedAt = 0;
      update();
    },
  };
}
