import { useTranslation } from "react-i18next";
import { Change } from "../ui/figures/change.tsx";
import { worthText } from "../ui/figures/money-text.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import type { Statistics } from "./data.ts";

export function Tools({ data }: { data: Statistics }) {
  const { t, i18n } = useTranslation("statistics");
  return (
    <DataTable
      order={2}
      title={t("tools.title")}
      help={t("tools.help")}
      file={`tools-${data.period.from}-${data.period.to}`}
      empty={t("tools.none")}
      rows={data.tools}
      keyOf={({ id }) => id}
      columns={[
        { title: t("tools.tool"), value: ({ name }) => name },
        { title: t("tools.opens"), value: ({ opens }) => opens },
        {
          title: t("tools.opensBefore"),
          value: ({ opens_before }) => opens_before,
          cell: ({ opens, opens_before }) => <Change now={opens} before={opens_before} />,
        },
        { title: t("tools.starts"), value: ({ starts }) => starts },
        {
          title: t("tools.startsBefore"),
          value: ({ starts_before }) => starts_before,
          cell: ({ starts, starts_before }) => <Change now={starts} before={starts_before} />,
        },
        { title: t("tools.worth"), value: ({ goals }) => worthText(goals, i18n.language) },
      ]}
    />
  );
}
