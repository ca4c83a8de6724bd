/** Languages that customers of the channels often write. */
const languages = [
  ...["ar", "cs", "de", "en", "es", "fil", "fr", "hi", "id", "it", "ja", "km", "ko", "lo", "ms", "my", "nl", "pl"],
  ...["pt", "ru", "sv", "th", "tr", "uk", "vi", "zh-Hans", "zh-Hant"],
];

/** The name of a language in the member's own. */
export function languageName(language: string, own: string): string {
  return new Intl.DisplayNames(own, { type: "language" }).of(language) ?? language;
}

export function languageChoices(own: string): { value: string; label: string }[] {
  return languages
    .map((value) => ({ value, label: languageName(value, own) }))
    .sort((one, other) => one.label.localeCompare(other.label, own));
}
