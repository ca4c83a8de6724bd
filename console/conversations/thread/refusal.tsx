import { refusalWords } from "@banter/core/channels/refusals.ts";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";

/** A platform's error in words: what has happened and what to do. An unknown code is named. */
export function Refusal({ code }: { code: string }) {
  const { t, i18n } = useTranslation("conversations");
  const { channel } = usePage();
  const words = refusalWords(channel, code, i18n.language);
  return <span>{words ?? t("failed.code", { code, channel: t(`channels:${channel}.name`) })}</span>;
}
