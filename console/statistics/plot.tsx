import "@mantine/charts/styles.css";
import { AreaChart } from "@mantine/charts";
import { useReducedMotion } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { hourText, type NumberName, pointText, type Statistics } from "./data.ts";

/** One number over time, with the period before as a dashed line. The table below it says the same. */
export function Plot({ data, name }: { data: Statistics; name: NumberName }) {
  const { t, i18n } = useTranslation("statistics");
  const isStill = useReducedMotion();
  const tickText = data.period.from === data.period.to ? hourText : pointText;
  const points = data.series.map((point, index) => ({
    at: point.at,
    now: point[name],
    before: data.series_before[index]?.[name] ?? 0,
  }));
  return (
    <div aria-hidden data-plot={name}>
      <AreaChart
        h={260}
        data={points}
        dataKey="at"
        withLegend
        curveType="monotone"
        withDots={false}
        valueFormatter={(value) => value.toLocaleString(i18n.language)}
        xAxisProps={{ interval: "equidistantPreserveStart", tickFormatter: (at) => tickText(at, i18n.language) }}
        // Before the pointer is over the plot its tooltip is of no point.
        tooltipProps={{ labelFormatter: (at) => (at ? pointText(String(at), i18n.language) : "") }}
        yAxisProps={{ allowDecimals: false, width: 48 }}
        areaChartProps={{ accessibilityLayer: false }}
        areaProps={{ isAnimationActive: !isStill }}
        series={[
          { name: "now", label: t("plot.now"), color: "indigo.6" },
          { name: "before", label: t("plot.before"), color: "coral.6", strokeDasharray: "4 4" },
        ]}
      />
    </div>
  );
}
