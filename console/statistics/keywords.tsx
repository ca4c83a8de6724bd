import { useTranslation } from "react-i18next";
import { Change } from "../ui/figures/change.tsx";
import { DataTable } from "../ui/table/data-table.tsx";
import type { Statistics } from "./data.ts";

export function Keywords({ data }: { data: Statistics }) {
  const { t } = useTranslation("statistics");
  return (
    <DataTable
      order={2}
      title={t("keywords.title")}
      help={t("keywords.help")}
      file={`keywords-${data.period.from}-${data.period.to}`}
      empty={t("keywords.none")}
      rows={data.keywords}
      keyOf={({ id }) => id}
      columns={[
        { title: t("keywords.keyword"), value: ({ name, id }) => name ?? t("gone", { id }) },
        { title: t("keywords.hits"), value: ({ hits }) => hits },
        {
          title: t("before"),
          value: ({ before }) => before,
          cell: ({ hits, before }) => <Change now={hits} before={before} />,
        },
      ]}
    />
  );
}
