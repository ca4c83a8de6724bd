import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { treeQuery } from "../queries.ts";
import { type ChoiceItem, SearchChooser, type SearchChooserProps } from "./choosers/search-chooser.tsx";
import { usePage } from "./use-page.ts";

type Props = Omit<SearchChooserProps, "items" | "value" | "onChange" | "words"> & {
  value: number | null;
  onChange: (flowId: number | null) => void;
};

/** Selects one of the page's flows by search. Unpublished flows are labelled. */
export function FlowSelect({ value, onChange, ...props }: Props) {
  const { t } = useTranslation("ui");
  const { data } = useQuery(treeQuery(usePage().id));
  const items = useMemo(() => {
    const folderNames = new Map(data?.folders.map(({ id, name }) => [id, name]));
    return (data?.flows ?? []).map(({ id, name, folder_id, published_version, is_on }): ChoiceItem => {
      const folder = folder_id === null ? undefined : folderNames.get(folder_id);
      const label = folder ? `${folder} / ${name}` : name;
      const state = published_version === null ? "draft" : is_on ? undefined : "off";
      return { value: String(id), label: state ? t(`flow.${state}`, { name: label }) : label };
    });
  }, [data, t]);
  // The selected flow may be in the trash, which is not listed.
  const isGone = data !== undefined && value !== null && !items.some((item) => item.value === String(value));
  return (
    <SearchChooser
      placeholder={t("flow.placeholder")}
      {...props}
      words={{ none: t("flow.none"), clear: t("flow.clear") }}
      items={isGone ? [...items, { value: String(value), label: t("flow.gone") }] : items}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  );
}
