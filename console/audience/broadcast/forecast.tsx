import { Group, List, Paper, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { dateTime } from "../../ui/ago.ts";
import { Failure } from "../../ui/failure.tsx";
import type { useSteps } from "../draft-forms.tsx";
import { type Forecast, forecastQuery, type Spec } from "../queries.ts";
import { type BroadcastDraft, forecastSpecOf } from "./draft.ts";

/** The forecast of the draft as it stands, a moment after the last change. */
export function useForecast(draft: BroadcastDraft, steps: ReturnType<typeof useSteps>) {
  const { id: pageId } = usePage();
  const [asked] = useDebouncedValue(draft, 400);
  const [askedSteps] = useDebouncedValue(steps, 400);
  const spec = forecastSpecOf(asked, askedSteps);
  const query = useQuery({ ...forecastQuery(pageId, spec ?? noSpec), enabled: spec !== undefined });
  return { data: spec ? query.data : undefined, error: spec ? query.error : null, isUnfinished: !spec };
}

const noSpec: Spec = { audience: { type: "all" }, variants: [] };

/** “3,120 of 8,400 get it now.” */
export function forecastText({ now, later, total }: Forecast, t: TFunction): string {
  return later > 0 ? t("forecast.both", { now, later, total }) : t("forecast.now", { now, total });
}

/** The number of those who get it, and why the others do not. */
export function ForecastView({ forecast }: { forecast: ReturnType<typeof useForecast> }) {
  const { t, i18n } = useTranslation("audience");
  const { timezone } = usePage();
  const { data, error, isUnfinished } = forecast;
  if (error) return <Failure error={error} />;
  const time = (at: string) => dateTime(at, { language: i18n.language, timezone });
  return (
    <Paper withBorder p="sm" role="status" aria-label={t("forecast.title")}>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <IconUsers size={20} aria-hidden />
        <div>
          <Text fw={600}>{data ? forecastText(data, t) : isUnfinished ? t("forecast.unfinished") : "…"}</Text>
          {data && (
            <List size="sm" c="dimmed" withPadding={false}>
              {data.next_at && <List.Item>{t("forecast.next", { time: time(data.next_at) })}</List.Item>}
              {data.by_template > 0 && <List.Item>{t("forecast.template", { count: data.by_template })}</List.Item>}
              {Object.entries(data.refused).map(([why, count]) => (
                <List.Item key={why}>{t(`refused.${why}`, { count })}</List.Item>
              ))}
              {data.unknown > 0 && <List.Item>{t("forecast.strangers", { count: data.unknown })}</List.Item>}
              {!data.is_exact && <List.Item>{t("forecast.about")}</List.Item>}
            </List>
          )}
        </div>
      </Group>
    </Paper>
  );
}
