import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { Failure } from "../ui/failure.tsx";
import { Change } from "../ui/figures/change.tsx";
import { moneyText } from "../ui/figures/money-text.ts";
import type { Days } from "../ui/period/period.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { goalsQuery } from "./queries.ts";

/** The goals that customers have reached, and what they were worth, by flow. */
export function Goals({ days }: { days: Days }) {
  const { t, i18n } = useTranslation("statistics");
  const { id: pageId } = usePage();
  const { data, error, refetch } = useQuery(goalsQuery(pageId, days));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return null;
  const money = (value: number, currency: string | null) => moneyText(value, currency, i18n.language);
  return (
    <DataTable
      order={2}
      title={t("goals.title")}
      help={t("goals.help")}
      file={`goals-${days.from}-${days.to}`}
      empty={t("goals.none")}
      rows={data.goals}
      keyOf={({ name, flow, currency }) => `${name} ${flow?.id} ${currency}`}
      columns={[
        { title: t("goals.goal"), value: ({ name }) => name },
        {
          title: t("goals.flow"),
          value: ({ flow }) => (flow ? (flow.name ?? t("gone", { id: flow.id })) : t("goals.noFlow")),
        },
        { title: t("goals.count"), value: ({ count }) => count },
        {
          title: t("goals.countBefore"),
          value: ({ count_before }) => count_before,
          cell: ({ count, count_before }) => <Change now={count} before={count_before} />,
        },
        { title: t("goals.value"), value: ({ value }) => value, cell: ({ value, currency }) => money(value, currency) },
        { title: t("goals.currency"), value: ({ currency }) => currency ?? "" },
        {
          title: t("goals.valueBefore"),
          value: ({ value_before }) => value_before,
          cell: ({ value, value_before }) => <Change now={value} before={value_before} />,
        },
      ]}
    />
  );
}
