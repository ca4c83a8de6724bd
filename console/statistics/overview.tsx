import { Paper, SimpleGrid, Stack, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../frame/loading/lazy-part.tsx";
import { Change } from "../ui/change.tsx";
import { Section } from "../ui/screen.tsx";
import { DataTable } from "../ui/table/data-table.tsx";
import { type NumberName, pointText, type Statistics, shownNumbers } from "./data.ts";

// The library of plots is large, and the numbers are readable without it.
const Plot = lazyPart(async () => (await import("./plot.tsx")).Plot, { height: 260 });

/** A card for each number; the chosen one is plotted over time, and all are in the table. */
export function Overview({ data }: { data: Statistics }) {
  const { t, i18n } = useTranslation("statistics");
  const [chosen, setChosen] = useState<NumberName>("received");
  return (
    <Section title={t("overview.title")}>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        {shownNumbers.map(({ name, isBad = false }) => (
          <UnstyledButton
            key={name}
            className="number-card"
            aria-pressed={chosen === name}
            onClick={() => setChosen(name)}
          >
            <Text size="sm" c="dimmed">
              {t(`numbers.${name}`)}
            </Text>
            <Text fz={26} fw={650} lh={1.3} data-number={name}>
              {data.totals[name].toLocaleString(i18n.language)}
            </Text>
            <Change now={data.totals[name]} before={data.totals_before[name]} isBad={isBad} />
          </UnstyledButton>
        ))}
      </SimpleGrid>
      <Paper withBorder p="md">
        <Stack gap="xs">
          <Text fw={600}>{t(`numbers.${chosen}`)}</Text>
          <Plot data={data} name={chosen} />
        </Stack>
      </Paper>
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
