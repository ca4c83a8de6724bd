import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { Change } from "../ui/figures/change.tsx";
import { TextLink } from "../ui/links.tsx";
import { DataTable } from "../ui/table/data-table.tsx";
import type { Statistics } from "./data.ts";

type Flow = Statistics["flows"][number];

/** Flows by how often they were started. Their messages are counted over all time, as the public API tells them. */
export function Flows({ data }: { data: Statistics }) {
  const { t, i18n } = useTranslation("statistics");
  const { id: pageId } = usePage();
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 0 });
  const finished = ({ starts, finishes }: Flow) =>
    starts === 0 ? "–" : percent.format(Math.min(1, finishes / starts));
  return (
    <DataTable
      order={2}
      title={t("flows.title")}
      help={t("flows.help")}
      file={`flows-${data.period.from}-${data.period.to}`}
      empty={t("flows.none")}
      rows={data.flows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t("flows.flow"),
          value: ({ name, id }) => name ?? t("gone", { id }),
          cell: ({ id, name }) =>
            name === null ? (
              t("gone", { id })
            ) : (
              <TextLink to="/pages/$pageId/flows/$flowId" params={{ pageId, flowId: String(id) }} inherit>
                {name}
              </TextLink>
            ),
        },
        { title: t("flows.starts"), value: ({ starts }) => starts },
        {
          title: t("before"),
          value: ({ starts_before }) => starts_before,
          cell: ({ starts, starts_before }) => <Change now={starts} before={starts_before} />,
        },
        { title: t("flows.finishes"), value: ({ finishes }) => finishes },
        { title: t("flows.finished"), value: finished },
        { title: t("flows.sent"), value: ({ all_time }) => all_time.sent },
        { title: t("flows.delivered"), value: ({ all_time }) => all_time.delivered },
        { title: t("flows.seen"), value: ({ all_time }) => all_time.seen },
        { title: t("flows.clicked"), value: ({ all_time }) => all_time.clicked },
      ]}
    />
  );
}
