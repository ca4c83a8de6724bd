import { useEffect, useEffectEvent } from "react";
import { actionOf, type KeyAction } from "./keys.ts";

type Handlers = { [Action in KeyAction]?: (() => void) | undefined };

/** Calls the action of a pressed key, unless the key is meant for a field, a menu or a dialog. */
export function useKeys(handlers: Handlers): void {
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isElsewhere(event.target)) return;
    const action = actionOf(event);
    const handler = action && handlers[action];
    if (!handler) return;
    event.preventDefault();
    handler();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onPress(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

/** Somebody writes, or an open menu or dialog has the keys. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]") !==
    null;
