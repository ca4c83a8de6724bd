import { Alert } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { addWords } from "../../words.ts";
import * as words from "../settings/secret-words.ts";

addWords("secrets", words);

/** A warning that flows of a page file need secrets which the page does not have yet. */
export function MissingSecrets({ names }: { names: string[] }) {
  const { t } = useTranslation("secrets");
  if (names.length === 0) return null;
  return (
    <Alert role="status" color="yellow" variant="light" icon={<IconKey size={18} />} title={t("missing")}>
      {t("missingHelp", { names: names.join(", ") })}
    </Alert>
  );
}
