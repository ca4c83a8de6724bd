import { useTranslation } from "react-i18next";
import { Change } from "../ui/figures/change.tsx";
import { DataTable } from "../ui/table/data-table.tsx";
import type { Statistics } from "./data.ts";

export function Failures({ data }: { data: Statistics }) {
  const { t } = useTranslation("statistics");
  return (
    <DataTable
      order={2}
      title={t("failures.title")}
      help={t("failures.help")}
      file={`failures-${data.period.from}-${data.period.to}`}
      empty={t("failures.none")}
      rows={data.failures}
      keyOf={({ reason }) => reason}
      columns={[
        {
          title: t("failures.reason"),
          value: ({ reason }) => reason,
          cell: ({ reason }) => t(`failures.reasons.${reason}`, { defaultValue: reason }),
        },
        { title: t("failures.count"), value: ({ count }) => count },
        {
          title: t("before"),
          value: ({ before }) => before,
          cell: ({ count, before }) => <Change now={count} before={before} isBad />,
        },
      ]}
    />
  );
}
