import "./statistics.css";
import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { Failure } from "../ui/failure.tsx";
import { daysOf, type PeriodSearch } from "../ui/period/period.ts";
import { PeriodPicker } from "../ui/period/period-picker.tsx";
import { zoneCity } from "../ui/period/zone-city.ts";
import { ScreenFrame } from "../ui/screen.tsx";
import { addWords } from "../words.ts";
import { Ai } from "./ai.tsx";
import { Busiest } from "./busiest.tsx";
import { periodText } from "./data.ts";
import { Failures } from "./failures.tsx";
import { Flows } from "./flows.tsx";
import { Goals } from "./goals.tsx";
import { Keywords } from "./keywords.tsx";
import { Overview } from "./overview.tsx";
import { statisticsQuery } from "./queries.ts";
import { Team } from "./team.tsx";
import { Tools } from "./tools.tsx";
import { Unmatched } from "./unmatched.tsx";
import * as words from "./words.ts";

addWords("statistics", words);

/** The page's numbers over a period, beside those of the period before. */
export function Screen() {
  const { t, i18n } = useTranslation("statistics");
  const { id: pageId, timezone } = usePage();
  const chosen: PeriodSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const days = daysOf(chosen, timezone);
  const { data, error, refetch, isPlaceholderData } = useQuery(statisticsQuery(pageId, days));
  const choose = (search: PeriodSearch) =>
    void navigate({ to: "/pages/$pageId/statistics", params: { pageId }, search, replace: true });
  return (
    <ScreenFrame title={t("title")} help={t("help")}>
      <Stack gap="xl">
        <Group justify="space-between" align="flex-end" gap="sm">
          <PeriodPicker chosen={chosen} days={days} onChange={choose} />
          {data && (
            <Text size="sm" c="dimmed" role="status">
              {t("compared", {
                days: periodText(data.before, i18n.language),
                zone: zoneCity(data.timezone),
              })}
            </Text>
          )}
        </Group>
        {error && <Failure error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton h={480} />}
        {data && (
          <Stack gap={40} aria-busy={isPlaceholderData} opacity={isPlaceholderData ? 0.6 : 1}>
            <Overview data={data} />
            <Busiest data={data} />
            <Flows data={data} />
            <Goals days={data.period} />
            <Ai days={data.period} />
            <Keywords data={data} />
            <Unmatched days={data.period} />
            <Tools data={data} />
            <Team data={data} />
            <Failures data={data} />
          </Stack>
        )}
      </Stack>
    </ScreenFrame>
  );
}
