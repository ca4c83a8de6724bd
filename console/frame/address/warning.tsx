import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { addWords } from "../../words.ts";
import { reachOf } from "./reach.ts";
import * as words from "./words.ts";

// Only screens that give out addresses need these words.
addWords("address", words);

/** Warns of an address that the people who are to use it cannot open, or only unencrypted. */
export function AddressWarning({ url, kind }: { url: string; kind: "link" | "webhook" }) {
  const { t } = useTranslation("address");
  const reach = reachOf(url);
  if (reach === "everywhere") return null;
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} data-reach={reach}>
      {t(`${kind}.${reach}`, { host: new URL(url).host })} {t("remedy")}
    </Alert>
  );
}
