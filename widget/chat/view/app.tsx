import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Look } from "../../look.ts";
import type { ChatWords, Language } from "../../words.ts";
import type { Chat } from "../chat.ts";
import { PrechatForm } from "../prechat/prechat-form.tsx";
import { useStore } from "../store.ts";
import type { Clock } from "./clock.ts";
import { Composer } from "./composer.tsx";
import { Header } from "./header.tsx";
import { Log } from "./log.tsx";
import { ScreenContext } from "./screen.ts";

type AppProps = {
  chat: Chat;
  words: ChatWords;
  language: Language;
  clock: Clock;
  look: Look;
  /** The words of closed hours in the preview, where the page's own hours do not count. */
  away?: string | undefined;
  close?: () => void;
};

export function App({ chat, words, language, clock, look, away, close }: AppProps) {
  const state = useStore(chat.store);
  const field = useRef<HTMLTextAreaElement>(null);
  const log = useRef<HTMLElement>(null);
  const pageName = look.name || state.profile.name || words.chat;

  // On a touch screen, focus on the field would open the keyboard over half of the conversation.
  const canType = matchMedia("(pointer: fine)").matches;
  const focusHome = () =>
    (canType ? (field.current ?? document.querySelector<HTMLElement>(formFields)) : log.current)?.focus({
      preventScroll: true,
    });

  useEffect(() => {
    const focusIfNothingHasIt = () => canType && document.activeElement === document.body && focusHome();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.key === "Escape") close?.();
      else if (isLetter(event) && event.target instanceof Element && !event.target.closest(ownsKeys))
        field.current?.focus();
    };
    if (document.hasFocus()) focusIfNothingHasIt();
    window.addEventListener("focus", focusIfNothingHasIt);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("focus", focusIfNothingHasIt);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);

  const screen = useMemo(
    () => ({ chat, words, language, clock, pageName, look, focusHome, close }),
    [pageName, words, look],
  );
  return (
    <ScreenContext.Provider value={screen}>
      <main class="chat">
        <Header
          away={away ?? state.profile.away}
          isConnecting={state.phase === "loading" || (state.phase === "ready" && !state.isLive)}
        />
        {state.form && state.phase === "ready" ? (
          <PrechatForm form={state.form} />
        ) : (
          <>
            <Log state={state} box={log} />
            <Composer
              field={field}
              menu={state.profile.mainMenu}
              files={state.profile.files}
              isDisabled={state.phase === "unavailable"}
            />
          </>
        )}
      </main>
    </ScreenContext.Provider>
  );
}

const ownsKeys = "a, button, input, select, textarea, audio, video";
const formFields = ".prechat :is(input, select)";

/** Typing a letter anywhere moves the focus to the field. */
function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
}
