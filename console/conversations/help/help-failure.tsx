import { Refusal } from "@banter/sdk/manage.ts";
import { useTranslation } from "react-i18next";
import { refusalWords } from "../../frame/help/model/refusal-words.ts";
import { errorText } from "../../ui/error-text.ts";

/** Why the model could not help. */
export function HelpFailure({ error }: { error: unknown }) {
  const { t, i18n } = useTranslation("conversations");
  if (error instanceof Refusal && error.code === "conflict")
    return <p className="help-fault">{t("help.nothingToDo")}</p>;
  const reason = refusalWords(error, i18n.language);
  return <p className="help-fault">{reason === undefined ? errorText(error) : t("help.refused", { reason })}</p>;
}
