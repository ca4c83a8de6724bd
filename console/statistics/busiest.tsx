import { ScrollArea, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { zoneCity } from "../ui/period/zone-city.ts";
import { Section } from "../ui/screen.tsx";
import type { Statistics } from "./data.ts";

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** Received messages by weekday and hour: a table whose cells are the darker the more came in. */
export function Busiest({ data }: { data: Statistics }) {
  const { t, i18n } = useTranslation("statistics");
  const counts = new Map(data.busiest.map(({ weekday, hour, count }) => [`${weekday} ${hour}`, count]));
  const most = Math.max(1, ...counts.values());
  const dayName = (weekday: number) =>
    // 2024 began on a Monday.
    new Date(Date.UTC(2024, 0, weekday)).toLocaleDateString(i18n.language, { weekday: "short", timeZone: "UTC" });
  return (
    <Section title={t("busiest.title")} help={t("busiest.help", { zone: zoneCity(data.timezone) })}>
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: "group", "aria-label": t("busiest.title") }}>
        <Table className="busiest" withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("busiest.day")}</Table.Th>
              {hours.map((hour) => (
                <Table.Th key={hour} ta="center">
                  {hour}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {weekdays.map((weekday) => (
              <Table.Tr key={weekday}>
                <Table.Th scope="row">{dayName(weekday)}</Table.Th>
                {hours.map((hour) => {
                  const count = counts.get(`${weekday} ${hour}`) ?? 0;
                  return (
                    <Table.Td key={hour} data-level={count === 0 ? 0 : Math.ceil((count / most) * 4)}>
                      {count > 0 ? count.toLocaleString(i18n.language) : ""}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Section>
  );
}
