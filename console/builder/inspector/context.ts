import { pointer } from "@banter/core/model/pointer.ts";
import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";
import { useBuilder } from "../context.ts";
import type { Path } from "../edit/draft.ts";
import { slug } from "../edit/slug.ts";
import { problemWords } from "../problem-words.ts";

/** The step whose settings are edited. */
export type Inspected = { stepId: string; isReadOnly: boolean; set: (path: Path, value: unknown) => void };

export const InspectedContext = createContext<Inspected | undefined>(undefined);

export function useInspected(): Inspected {
  const inspected = useContext(InspectedContext);
  if (!inspected) throw new Error("This part of the builder stands inside the inspector only.");
  return inspected;
}

/** A schema's label in the reader's language; a label nobody has translated yet stands as it is. */
export function useLabel(): (label: string | undefined) => string {
  const { t } = useTranslation("builder");
  return (label = "") => (label ? t(`labels.${slug(label)}`, { defaultValue: label }) : "");
}

/** What is wrong with the setting; nothing while it is still empty, since that is seen. */
export function useFault(path: Path, value: unknown): string | undefined {
  const { t } = useTranslation("builder");
  const { stepId } = useInspected();
  const draft = useBuilder(({ history }) => history.present);
  const problems = useBuilder((state) => state.problems);
  if (value === undefined || value === null || value === "") return undefined;
  const place = pointer(["steps", stepId, ...path]);
  const found = problems.find((problem) => problem.path === place);
  return found && problemWords({ ...found, path: "" }, draft, t);
}
