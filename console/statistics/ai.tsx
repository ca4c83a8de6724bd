import type { ReplyOf } from "@banter/sdk/manage.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useToolTitle } from "../frame/help/model/use-tool-title.ts";
import { usePage } from "../frame/use-page.ts";
import { Failure } from "../ui/failure.tsx";
import type { Days } from "../ui/period/period.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { pointText } from "./data.ts";
import { aiQuery } from "./queries.ts";

type Numbers = ReplyOf<"GET /pages/:page_id/statistics/ai">;

/** Results and cost of AI steps, by step and by day. A page that has used none shows nothing. */
export function Ai({ days }: { days: Days }) {
  const { id: pageId } = usePage();
  const { data, error, refetch } = useQuery(aiQuery(pageId, days));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data || data.steps.length === 0) return null;
  return (
    <>
      <Steps data={data} />
      <ByDay data={data} />
    </>
  );
}

function Steps({ data: { period, steps } }: { data: Numbers }) {
  const { t } = useTranslation("statistics");
  const columns = useColumns();
  const cost = useCost();
  const toolTitle = useToolTitle();
  return (
    <DataTable
      order={2}
      title={t("ai.title")}
      help={t("ai.help")}
      file={`ai-${period.from}-${period.to}`}
      empty={t("none")}
      rows={steps}
      keyOf={({ flow, step }) => `${flow.id} ${step}`}
      columns={[
        { title: t("ai.flow"), value: ({ flow }) => flow.name ?? t("gone", { id: flow.id }) },
        { title: t("ai.step"), value: ({ step }) => step },
        { title: t("ai.conversations"), value: ({ conversations }) => conversations },
        ...columns,
        {
          title: t("ai.tools"),
          value: ({ tools }) => tools.map(({ name, count }) => `${toolTitle(name)}: ${count}`).join(", "),
        },
        {
          title: t("ai.each"),
          value: ({ cost: all, conversations }) => (conversations === 0 ? 0 : all / conversations / 1_000_000),
          cell: ({ cost: all, conversations }) => (conversations === 0 ? "" : cost(all / conversations)),
        },
      ]}
    />
  );
}

function ByDay({ data: { period, days } }: { data: Numbers }) {
  const { t, i18n } = useTranslation("statistics");
  const columns = useColumns();
  return (
    <DataTable
      order={3}
      title={t("ai.byDay")}
      file={`ai-days-${period.from}-${period.to}`}
      empty={t("none")}
      rows={days}
      keyOf={({ at }) => at}
      columns={[
        { title: t("ai.day"), value: ({ at }) => at, cell: ({ at }) => pointText(at, i18n.language) },
        ...columns,
      ]}
    />
  );
}

type Row = Omit<Numbers["days"][number], "at">;

/** The numbers that steps and days have alike. */
function useColumns() {
  const { t } = useTranslation("statistics");
  const text = useCost();
  const names = ["answered", "unsure", "handed_over", "routed", "failed", "tokens"] as const;
  return [
    ...names.map((name) => ({ title: t(`ai.numbers.${name}`), value: (row: Row) => row[name] })),
    {
      title: t("ai.numbers.cost"),
      value: ({ cost }: Row) => cost / 1_000_000,
      cell: ({ cost }: Row) => text(cost),
    },
  ];
}

/** Costs are counted in millionths of the owner's currency. */
function useCost() {
  const { i18n } = useTranslation("statistics");
  const text = (amount: number) => amount.toLocaleString(i18n.language, { maximumFractionDigits: 4 });
  return (micros: number) => <span style={{ whiteSpace: "nowrap" }}>{text(micros / 1_000_000)}</span>;
}
