import { useTranslation } from "react-i18next";
import { addWords } from "../../../words.ts";
import * as words from "./words.ts";

addWords("modelTools", words);

/** `add_tag_2` is the second of a step's tools. One that the step does not have keeps its name. */
export function useToolTitle(): (name: string) => string {
  const { t } = useTranslation("modelTools");
  return (name) => t(name.replace(/_\d+$/, ""), { defaultValue: name });
}
