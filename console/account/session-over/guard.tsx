import { useSyncExternalStore } from "react";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { sessionOver } from "./state.ts";

const LoginAgain = lazyPart(async () => (await import("./login-again.tsx")).LoginAgain, { height: 0 });

/** Asks for a login over the open screen when the session has ended: nothing on the screen is lost. */
export function SessionGuard() {
  const isOver = useSyncExternalStore(sessionOver.subscribe, sessionOver.get);
  return isOver ? <LoginAgain /> : null;
}
