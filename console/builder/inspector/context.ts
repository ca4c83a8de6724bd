import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";
import { useBuilder } from "../context.ts";
import type { Path } from "../edit/draft.ts";
import { faultWords } from "../faults/problem-words.ts";
import { stepPointer } from "../faults/shown-problems.ts";
import { wordKey } from "../word-key.ts";

/** The step whose settings are edited. */
export type InspectedStep = {
  stepId: string;
  isReadOnly: boolean;
  set: (path: Path, value: unknown) => void;
  /** Rare settings and kinds of actions that are not offered. */
  without?: readonly string[] | undefined;
};

export const InspectedContext = createContext<InspectedStep | undefined>(undefined);

export function useInspected(): InspectedStep {
  const inspected = useContext(InspectedContext);
  if (!inspected) throw new Error("useInspected needs the inspector around it.");
  return inspected;
}

/** A schema's label in the reader's language; a label without a translation is shown as it is. */
export function useLabel(): (label: string | undefined) => string {
  const { t } = useTranslation("builder");
  return (label = "") => (label ? t(`labels.${wordKey(label)}`, { defaultValue: label }) : "");
}

/** The fault of a setting, once its author has left it. A gap has a hint of its own below the text. */
export function useFault(path: Path): string | undefined {
  const { t } = useTranslation("builder");
  const { stepId } = useInspected();
  const draft = useBuilder(({ history }) => history.present);
  const problems = useBuilder((state) => state.shownProblems);
  const place = stepPointer(stepId, path);
  const found = problems.find(({ path: at, code }) => at === place && code !== "fallback_missing");
  return found && faultWords(found, draft, t);
}
