import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Look } from "../../look.ts";
import type { ChatWords, Language } from "../../words.ts";
import type { Chat } from "../chat.ts";
import type { Clock } from "./clock.ts";

/** Shared by all components of the chat. */
export type Screen = {
  chat: Chat;
  words: ChatWords;
  language: Language;
  clock: Clock;
  pageName: string;
  look: Look;
  /** Moves the focus to the field, or on touch screens to the conversation, when the focused element goes away. */
  focusHome(): void;
  /** Closes the chat; only in a frame. */
  close?: () => void;
};

export const ScreenContext = createContext<Screen | undefined>(undefined);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error("useScreen is used outside of ScreenContext.");
  return screen;
}
