import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Text } from "@mantine/core";
import { IconFlag3 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { type FlowUse, overviewQuery } from "../../frame/uses/queries.ts";
import { useUseName } from "../../frame/uses/use-list.tsx";

type Numbers = ReplyOf<"GET /pages/:page_id/flow_overview">["numbers"][number];
/** The starts of a flow: by what, and how often lately. */
export type FlowOverview = { uses: readonly FlowUse[]; numbers: Pick<Numbers, "starts" | "finishes"> };

const none = { starts: 0, finishes: 0 };

/** The overview of each flow; nothing until it is loaded. */
export function useOverview(): (flowId: number) => FlowOverview | undefined {
  const { data } = useQuery(overviewQuery(usePage().id));
  return useMemo(() => {
    if (!data) return () => undefined;
    const active = data.uses.filter(({ is_active }) => is_active);
    const uses = Map.groupBy(active, ({ flow_id }) => flow_id);
    const numbers = new Map(data.numbers.map((one) => [one.flow_id, one]));
    return (flowId: number) => ({ uses: uses.get(flowId) ?? [], numbers: numbers.get(flowId) ?? none });
  }, [data]);
}

/** Below the flow's name: what starts it. Without that, on narrow screens, how often it was started. */
export function StartLine({ overview: { uses, numbers } }: { overview: FlowOverview }) {
  const { t } = useTranslation("flowList");
  const nameOf = useUseName();
  const numbersText = useNumbersText(numbers);
  const text = uses.map(nameOf).join(" · ");
  return (
    <Text size="xs" c="dimmed" className="start-line" title={text}>
      {text && <IconFlag3 size={12} role="img" aria-label={t("startedBy")} />}
      {text && <span>{text}</span>}
      {!text && numbers.starts > 0 && (
        <Text span inherit hiddenFrom="sm">
          {numbersText}
        </Text>
      )}
    </Text>
  );
}

/** How often a flow was started and finished in the last 30 days. */
export function FlowNumbers({ numbers }: Pick<FlowOverview, "numbers">) {
  const { t } = useTranslation("flowList");
  const text = useNumbersText(numbers);
  return (
    <Text size="xs" c="dimmed" className="flow-numbers" title={t("numbersHelp")} visibleFrom="sm">
      {text}
    </Text>
  );
}

function useNumbersText({ starts, finishes }: FlowOverview["numbers"]): string {
  const { t, i18n } = useTranslation("flowList");
  const number = (count: number) => count.toLocaleString(i18n.language);
  return t("numbers", { starts: number(starts), finishes: number(finishes) });
}
