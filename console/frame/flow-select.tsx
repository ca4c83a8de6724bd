import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { treeQuery } from "../queries.ts";
import { usePage } from "./use-page.ts";

type Props = Omit<SelectProps, "data" | "value" | "onChange"> & {
  value: number | null;
  onChange: (flowId: number | null) => void;
};

/** Selects one of the page's flows by search. Unpublished flows are labelled. */
export function FlowSelect({ value, onChange, ...props }: Props) {
  const { t } = useTranslation("ui");
  const { data } = useQuery(treeQuery(usePage().id));
  const folderNames = new Map(data?.folders.map(({ id, name }) => [id, name]));
  const options = (data?.flows ?? []).map(({ id, name, folder_id, published_version, is_on }) => {
    const folder = folder_id === null ? undefined : folderNames.get(folder_id);
    const label = folder ? `${folder} / ${name}` : name;
    const state = published_version === null ? "draft" : is_on ? undefined : "off";
    return { value: String(id), label: state ? t(`flow.${state}`, { name: label }) : label };
  });
  // The selected flow may be in the trash, which is not listed.
  const isGone = data !== undefined && value !== null && !options.some((option) => option.value === String(value));
  return (
    <Select
      searchable
      clearable
      placeholder={t("flow.placeholder")}
      nothingFoundMessage={t("flow.none")}
      clearButtonProps={{ "aria-label": t("flow.clear") }}
      {...props}
      data={isGone ? [...options, { value: String(value), label: t("flow.gone") }] : options}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  );
}
