import "./add-words.ts";
import type { TemplatePlace } from "@banter/core/model/content/template-places.ts";
import { useTranslation } from "react-i18next";

/** The label of a place's input, and what helps to fill it in. */
export function usePlaceWords(): (place: TemplatePlace) => { label: string; help: string | undefined } {
  const { t } = useTranslation("messageTemplates");
  return ({ kind, key, title, card, example }) => {
    const place = t(`place.${kind}`, { name: key, title });
    const helps: Partial<Record<TemplatePlace["kind"], string>> = {
      product: t("help.product"),
      products: t("help.products"),
      end: t("help.end"),
    };
    return {
      label: card === null ? place : t("place.onCard", { number: card + 1, place }),
      help: helps[kind] ?? (example === undefined ? undefined : t("place.example", { example })),
    };
  };
}
