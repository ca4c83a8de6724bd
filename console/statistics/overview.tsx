import { Paper, SimpleGrid, Stack, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../frame/loading/lazy-part.tsx";
import { Change } from "../ui/figures/change.tsx";
import { Section } from "../ui/screen.tsx";
import { DataTable } from "../ui/table/data-table.tsx";
import { mainNumbers, type NumberName, pointText, type Statistics, shownNumbers, sparkline } from "./data.ts";

// The library of plots is large, and the numbers are readable without it.
const Plot = lazyPart(async () => (await import("./plot.tsx")).Plot, { height: 260 });

/** One number large and over time; the main ones with a small plot each, the others as words. All are in the table. */
export function Overview({ data }: { data: Statistics }) {
  const { t, i18n } = useTranslation("statistics");
  const [chosen, setChosen] = useState<NumberName>("received");
  const isMain = (name: NumberName) => mainNumbers.includes(name);
  const cardOf = ({ name, isBad }: (typeof shownNumbers)[number]) => (
    <UnstyledButton
      key={name}
      className="number-card"
      data-main={isMain(name) || undefined}
      aria-pressed={chosen === name}
      onClick={() => setChosen(name)}
    >
      <Text size="sm" c="dimmed" className="number-name">
        {t(`numbers.${name}`)}
      </Text>
      <Text fz={isMain(name) ? 28 : 18} fw={600} lh={1.3} data-number={name}>
        {data.totals[name].toLocaleString(i18n.language)}
      </Text>
      <Change now={data.totals[name]} before={data.totals_before[name]} isBad={isBad === true} />
      {isMain(name) && <Sparkline values={data.series.map((point) => point[name])} />}
    </UnstyledButton>
  );
  return (
    <Section title={t("overview.title")}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {shownNumbers.filter(({ name }) => isMain(name)).map(cardOf)}
      </SimpleGrid>
      <Paper withBorder p="md">
        <Stack gap="xs">
          <Text fw={600}>{t(`numbers.${chosen}`)}</Text>
          <Plot data={data} name={chosen} />
        </Stack>
      </Paper>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        {shownNumbers.filter(({ name }) => !isMain(name)).map(cardOf)}
      </SimpleGrid>
      <DataTable
        title={t(`overview.by.${data.by}`)}
        file={`numbers-${data.period.from}-${data.period.to}`}
        empty={t("none")}
        rows={data.series}
        keyOf={({ at }) => at}
        columns={[
          {
            title: t(`overview.point.${data.by}`),
            value: ({ at }) => at,
            cell: ({ at }) => pointText(at, i18n.language),
          },
          ...shownNumbers.map(({ name }) => ({
            title: t(`numbers.${name}`),
            value: (point: Statistics["series"][number]) => point[name],
          })),
        ]}
      />
    </Section>
  );
}

/** The plot beside it says the same in full. */
function Sparkline({ values }: { values: number[] }) {
  const [width, height] = [120, 32];
  return (
    <svg className="sparkline" viewBox={`-2 -2 ${width + 4} ${height + 4}`} preserveAspectRatio="none" aria-hidden>
      <path d={sparkline(values, width, height)} />
    </svg>
  );
}
