import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ChatWords } from "../../words.ts";
import type { Chat } from "../chat.ts";
import type { Clock } from "./clock.ts";

/** What every part of the screen may need. */
export type Screen = {
  chat: Chat;
  words: ChatWords;
  clock: Clock;
  pageName: string;
  /** Where the focus goes when what had it is gone. */
  focusHome(): void;
  /** Only in a frame. */
  close?: () => void;
};

export const ScreenContext = createContext<Screen | undefined>(undefined);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error("There is no screen here.");
  return screen;
}
