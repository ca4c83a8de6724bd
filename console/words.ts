import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import * as channels from "./channels/names.ts";
import * as fields from "./fields/words.ts";
import * as flows from "./flows/words.ts";
import * as iceBreakersAndMenu from "./ice-breakers-and-menu/words.ts";
import * as pages from "./pages/words.ts";
import * as ui from "./ui/words.ts";

/** The words of areas that are needed at once, a namespace per folder. Others are loaded with their screens. */
export const areas = { ui, channels, pages, flows, iceBreakersAndMenu, fields };

export const languages = { en: "English", vi: "Tiếng Việt" } as const;
export type Language = keyof typeof languages;

const storageKey = "banter-language";

/** Called before the first screen. */
export function startWords(): void {
  void i18next.use(initReactI18next).init({
    lng: languageFor(localStorage.getItem(storageKey), navigator.language),
    fallbackLng: "en",
    ns: Object.keys(areas),
    defaultNS: "ui",
    resources: { en: wordsOf("en"), vi: wordsOf("vi") },
    interpolation: { escapeValue: false },
    // All words are bundled, so the first screen needs no wait.
    initAsync: false,
  });
  document.documentElement.lang = i18next.language;
}

/** Adds the words of an area that is loaded later. Call it before drawing anything of the area. */
export function addWords(area: string, words: Record<Language, object>): void {
  for (const [language, of] of Object.entries(words)) i18next.addResourceBundle(language, area, of);
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  document.documentElement.lang = language;
  void i18next.changeLanguage(language);
}

/** The chosen language, else the browser's, else English. */
export function languageFor(chosen: string | null, browser: string): Language {
  const wanted = chosen ?? browser.slice(0, 2);
  return Object.hasOwn(languages, wanted) ? (wanted as Language) : "en";
}

function wordsOf(language: Language): Record<string, object> {
  return Object.fromEntries(Object.entries(areas).map(([area, words]) => [area, words[language]]));
}
