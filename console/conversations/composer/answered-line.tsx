import { CloseButton } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AnsweredMessage } from "./use-answering.ts";

/** The message that is answered, above the field. */
export function AnsweredLine({ answered, onDrop }: { answered: AnsweredMessage; onDrop: () => void }) {
  const { t } = useTranslation("conversations");
  return (
    <div className="composer-answered">
      <IconArrowBackUp size={16} role="img" aria-label={t("bubble.quoted")} />
      <span>{answered.text || t("bubble.quotedEmpty")}</span>
      <CloseButton size="sm" aria-label={t("composer.dropQuote")} title={t("composer.dropQuote")} onClick={onDrop} />
    </div>
  );
}
