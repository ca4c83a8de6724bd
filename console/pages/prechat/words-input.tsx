import type { InLanguages } from "@banter/core/model/content/prechat-form.ts";
import { Textarea, TextInput } from "@mantine/core";
import { createContext, useContext } from "react";
import { type Language, languages } from "../../words.ts";

/** The language whose words are edited. */
export const LanguageContext = createContext<Language>("en");

type Props = {
  label: string;
  value: InLanguages | undefined;
  max: number;
  /** The words that visitors read if the owner writes none. */
  own?: string;
  isLong?: boolean;
  disabled: boolean;
  error?: string | false;
  onChange: (words: InLanguages) => void;
};

/** Words of the form in one language. Until they are written, the hint shows what its visitors read instead. */
export function WordsInput({ label, value = {}, max, own, isLong = false, disabled, error, onChange }: Props) {
  const language = useContext(LanguageContext);
  const other = Object.values<string | undefined>(value).find((words) => words);
  const props = {
    label: `${label} (${languages[language]})`,
    placeholder: other ?? own ?? "",
    maxLength: max,
    disabled,
    error,
    value: value[language] ?? "",
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...value, [language]: event.currentTarget.value }),
  };
  return isLong ? <Textarea {...props} autosize minRows={2} /> : <TextInput {...props} />;
}
