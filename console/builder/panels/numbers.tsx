import { isStepType } from "@banter/core/flow/steps/index.ts";
import { Progress, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { daysOf } from "../../ui/period/period.ts";
import { PeriodPicker } from "../../ui/period/period-picker.tsx";
import { useBuilder, useScene } from "../context.ts";
import { flowNumbersQuery } from "../queries.ts";
import { StepBadge } from "../steps/step-badge.tsx";
import { stepName } from "../steps/step-title.ts";
import { funnelOf } from "./funnel.ts";
import { useShowStep } from "./steps-list.tsx";

/** The flow's numbers of a period, and its steps by how many customers were lost at each. */
export function Numbers() {
  const { t, i18n } = useTranslation("builder");
  const { builder, page, flowId, names } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  const period = useBuilder((state) => state.period);
  const days = daysOf(period, page.timezone);
  const { data } = useQuery(flowNumbersQuery(page.id, flowId, days));
  const show = useShowStep();
  const funnel = data ? funnelOf(draft, data.steps) : [];
  const number = (count: number) => count.toLocaleString(i18n.language);
  const share = (count: number, of: number) =>
    new Intl.NumberFormat(i18n.language, { style: "percent" }).format(of === 0 ? 0 : count / of);
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t("panels.numbers")}
      </Title>
      <PeriodPicker size="xs" chosen={period} days={days} onChange={(period) => builder.set({ period })} />
      {data && (
        <Text size="sm" data-flow-numbers>
          {t("funnel.totals", { starts: number(data.starts), finishes: number(data.finishes) })}
        </Text>
      )}
      <Title order={3} size="h5">
        {t("funnel.title")}
      </Title>
      {data && funnel.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("funnel.none")}
        </Text>
      )}
      <ol className="steps-list">
        {funnel.map(({ id, entered, wentOn, lost }) => {
          const step = draft.steps[id];
          if (!step) return null;
          return (
            <li key={id} data-funnel={id}>
              <UnstyledButton className="list-item" onClick={() => show(id)}>
                {isStepType(step.type) && <StepBadge type={step.type} size={24} />}
                <span className="list-words">
                  <span>{stepName(step, names, t)}</span>
                  <Text span size="xs" display="block">
                    {t("funnel.step", {
                      entered: number(entered),
                      wentOn: number(wentOn),
                      share: share(lost, entered),
                    })}
                  </Text>
                  <Progress value={entered === 0 ? 0 : (lost / entered) * 100} size="xs" color="red" aria-hidden />
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </Stack>
  );
}
