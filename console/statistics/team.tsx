import { Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Change } from "../ui/figures/change.tsx";
import { DataTable } from "../ui/table/data-table.tsx";
import { durationText, type Statistics } from "./data.ts";

/** How long customers waited for a person. */
export function Team({ data }: { data: Statistics }) {
  const { t, i18n } = useTranslation("statistics");
  const { all, all_before, members } = data.team;
  const time = (seconds: number) => durationText(seconds, i18n.language);
  return (
    <Stack gap="xs">
      <DataTable
        order={2}
        title={t("team.title")}
        help={t("team.help")}
        file={`team-${data.period.from}-${data.period.to}`}
        empty={t("team.none")}
        rows={members}
        keyOf={({ user_id }) => user_id ?? ""}
        columns={[
          {
            title: t("team.member"),
            value: ({ name, user_id }) => name ?? t(user_id === null ? "team.inbox" : "team.left"),
          },
          { title: t("team.answers"), value: ({ answers }) => answers },
          {
            title: t("team.median"),
            value: ({ median_seconds }) => Math.round(median_seconds),
            cell: ({ median_seconds }) => time(median_seconds),
          },
          {
            title: t("team.p90"),
            value: ({ p90_seconds }) => Math.round(p90_seconds),
            cell: ({ p90_seconds }) => time(p90_seconds),
          },
        ]}
      />
      {all && (
        <Group gap="xs">
          <Text size="sm">{t("team.all", { median: time(all.median_seconds), p90: time(all.p90_seconds) })}</Text>
          {all_before && <Change now={all.median_seconds} before={all_before.median_seconds} isBad />}
        </Group>
      )}
    </Stack>
  );
}
