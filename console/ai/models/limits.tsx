import { type LimitPeriod, limitPeriods, type ModelLimits } from "@banter/core/flow/ai/model.ts";
import { Button, Group, NumberInput, Paper, Progress, Skeleton, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { Chips } from "../../ui/chips.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Section } from "../../ui/screen.tsx";
import { showToast } from "../../ui/toast.tsx";
import { amountOf, microsOf } from "./draft.ts";
import { limitsQuery, type Limits as Stored } from "./queries.ts";

const measures = ["calls", "tokens", "cost"] as const;
type Measure = (typeof measures)[number];

/** The models' use, their limits, and the words they must never say. */
export function Limits() {
  const { id: pageId } = usePage();
  const { data, error, refetch } = useQuery(limitsQuery(pageId));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton h={320} />;
  return (
    <>
      <Used stored={data} />
      <Form key={JSON.stringify(data.limits)} stored={data.limits} />
    </>
  );
}

function Used({ stored: { limits, today, month } }: { stored: Stored }) {
  const { t } = useTranslation("models");
  const rows = [
    { name: "today", used: today, limit: limits.page_day },
    { name: "month", used: month, limit: limits.page_month },
  ] as const;
  return (
    <Section title={t("used.title")} help={t("used.help")}>
      <Table.ScrollContainer minWidth={300}>
        <Table layout="fixed" verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("used.when")}</Table.Th>
              {measures.map((measure) => (
                <Table.Th key={measure}>{t(`measures.${measure}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, used, limit }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{t(`used.${name}`)}</Table.Th>
                {measures.map((measure) => (
                  <Table.Td key={measure}>
                    <Amount measure={measure} used={used[measure]} limit={limit[measure]} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Amount({ measure, used, limit }: { measure: Measure; used: number; limit: number | null }) {
  const { t, i18n } = useTranslation("models");
  const text = (value: number) =>
    (measure === "cost" ? amountOf(value) : value).toLocaleString(i18n.language, { maximumFractionDigits: 4 });
  if (limit === null) return text(used);
  const share = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  const label = t("used.of", { used: text(used), limit: text(limit) });
  return (
    <>
      <Text size="sm">{label}</Text>
      <Progress mt={4} value={share} color={share >= 80 ? "red" : "indigo"} aria-label={label} />
    </>
  );
}

function Form({ stored }: { stored: ModelLimits }) {
  const { t } = useTranslation("models");
  const { id: page_id } = usePage();
  const mayBuild = useMay("build");
  const client = useQueryClient();
  const [limits, setLimits] = useState(stored);
  const save = useMutation({
    meta: { showsFailure: true },
    mutationFn: () => api("PUT /pages/:page_id/model_limits", { params: { page_id }, body: limits }),
    onSuccess: () => showToast({ message: t("limits.saved") }),
    onSettled: () => client.invalidateQueries(limitsQuery(page_id)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const change = (period: LimitPeriod, measure: Measure, value: number | null) =>
    setLimits((before) => ({ ...before, [period]: { ...before[period], [measure]: value } }));
  return (
    <form onSubmit={submit}>
      <Paper withBorder p="lg" maw={760}>
        <Section title={t("limits.title")} help={t("limits.help")}>
          {limitPeriods.map((period) => (
            <Period
              key={period}
              period={period}
              limits={limits}
              isReadOnly={!mayBuild}
              onChange={(measure, value) => change(period, measure, value)}
            />
          ))}
          <Chips
            label={t("limits.neverSay")}
            description={t("limits.neverSayHelp")}
            maxTags={500}
            disabled={!mayBuild}
            value={limits.never_say}
            onChange={(never_say) => setLimits((before) => ({ ...before, never_say }))}
          />
          {save.error && <Failure error={save.error} />}
          {mayBuild && (
            <Group>
              <Button type="submit" loading={save.isPending} disabled={limits === stored}>
                {t("limits.save")}
              </Button>
            </Group>
          )}
        </Section>
      </Paper>
    </form>
  );
}

type PeriodProps = {
  period: LimitPeriod;
  limits: ModelLimits;
  isReadOnly: boolean;
  onChange: (measure: Measure, value: number | null) => void;
};

function Period({ period, limits, isReadOnly, onChange }: PeriodProps) {
  const { t } = useTranslation("models");
  return (
    <Stack component="fieldset" gap={4} m={0} p={0} bd={0}>
      <Text component="legend" size="sm" fw={600} p={0}>
        {t(`limits.${period}`)}
      </Text>
      <Group gap="sm" wrap="wrap">
        {measures.map((measure) => {
          const limit = limits[period][measure];
          return (
            <NumberInput
              key={measure}
              flex="1 1 140px"
              label={t(`measures.${measure}`)}
              aria-label={t("limits.one", { measure: t(`measures.${measure}`), period: t(`limits.${period}`) })}
              placeholder={t("limits.none")}
              min={0}
              max={measure === "cost" ? 1_000_000 : 1_000_000_000}
              allowDecimal={measure === "cost"}
              decimalScale={6}
              thousandSeparator={false}
              hideControls
              disabled={isReadOnly}
              value={limit === null ? "" : measure === "cost" ? amountOf(limit) : limit}
              onChange={(next) => {
                const value = typeof next === "number" ? next : Number.parseFloat(next);
                onChange(measure, Number.isNaN(value) ? null : measure === "cost" ? microsOf(value) : value);
              }}
            />
          );
        })}
      </Group>
    </Stack>
  );
}
