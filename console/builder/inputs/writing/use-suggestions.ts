import type { Landing } from "@banter/core/model/form.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useScene } from "../../context.ts";
import { type Suggestion, suggestionsFor } from "./suggestions.ts";

/** Everything that a text of the edited flow can contain. */
export function useSuggestions(landing: Landing): Suggestion[] {
  const { t } = useTranslation("builder");
  const { names, lintContext } = useScene();
  const { secrets } = lintContext;
  return useMemo(
    () => suggestionsFor(landing, { fields: names.field.values(), secrets: secrets?.keys() ?? [] }, t),
    [landing, names, secrets, t],
  );
}
