import { hasRested } from "@banter/core/audience/broadcast.ts";
import { Badge, Button, Group, Paper, Progress, SimpleGrid, Skeleton, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import * as statistics from "../../statistics/words.ts";
import { dateTime } from "../../ui/ago.ts";
import { confirm } from "../../ui/confirm.tsx";
import { Failure } from "../../ui/failure.tsx";
import { moneyText } from "../../ui/figures/money-text.ts";
import { Section } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import { type Broadcast, broadcastsKey, isMoving, reportQuery, type VariantReport } from "../queries.ts";
import { letters } from "./draft.ts";
import { StateBadge } from "./state-badge.tsx";

// The reasons of platforms.
addWords("statistics", statistics);

/** How far the broadcast is, and what became of it. */
export function Report({ broadcast }: { broadcast: Broadcast }) {
  const { t, i18n } = useTranslation("audience");
  const { id: pageId, timezone } = usePage();
  const { state, total, done, due_at, winner, error: reason } = broadcast;
  const { data: variants, error, refetch } = useQuery(reportQuery(pageId, broadcast.id, isMoving(broadcast)));
  const time = (at: string) => dateTime(at, { language: i18n.language, timezone });
  const isWaiting = isMoving(broadcast) && due_at !== null && new Date(due_at).getTime() > Date.now() + 60_000;
  return (
    <Stack gap="xl">
      <Paper withBorder p="md">
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <StateBadge state={state} />
            <Text role="status">
              {total ? t("report.progress", { done, total }) : t("list.soFar", { count: done })}
              {isWaiting && due_at && ` · ${t("report.goesOn", { time: time(due_at) })}`}
            </Text>
            {winner !== null && <Badge variant="light">{t("report.winner", { letter: letters[winner] })}</Badge>}
          </Group>
          <Actions broadcast={broadcast} reports={variants ?? []} />
        </Group>
        {isMoving(broadcast) && (
          <Progress
            mt="sm"
            aria-label={t("list.progress", { name: broadcast.name })}
            value={total ? Math.min(100, (done / total) * 100) : 0}
          />
        )}
        {reason && (
          <Text size="sm" c="red" mt="xs">
            {t("report.brokeOff")}
          </Text>
        )}
      </Paper>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!variants && !error && <Skeleton h={160} />}
      {variants?.map((report, index) => (
        <VariantSection
          key={letters[index]}
          title={variants.length > 1 ? t("editor.variant", { letter: letters[index] }) : t("report.title")}
          report={report}
        />
      ))}
    </Stack>
  );
}

const numbers = ["sent", "delivered", "seen", "clicked", "answered", "unsubscribed"] as const;

function VariantSection({ title, report }: { title: string; report: VariantReport }) {
  const { t, i18n } = useTranslation("audience");
  const share = (count: number) =>
    report.sent === 0 ? "" : (count / report.sent).toLocaleString(i18n.language, { style: "percent" });
  const reasons = [
    ...Object.entries(report.failed).map(([why, count]) => ["failed", why, count] as const),
    ...Object.entries(report.refused).map(([why, count]) => ["refused", why, count] as const),
  ];
  return (
    <Section title={title}>
      <SimpleGrid cols={{ base: 2, sm: 3, md: 6 }} spacing="sm">
        {numbers.map((name) => (
          <Paper key={name} withBorder p="sm">
            <Text size="sm" c="dimmed">
              {t(`report.${name}`)}
            </Text>
            <Text fw={700} fz="xl">
              {report[name].toLocaleString(i18n.language)}
            </Text>
            <Text size="xs" c="dimmed" mih={18}>
              {name === "sent" ? "" : share(report[name])}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
      {report.waiting > 0 && <Text size="sm">{t("report.waiting", { count: report.waiting })}</Text>}
      {report.goals.length > 0 && <Goals goals={report.goals} />}
      {reasons.length > 0 && (
        <Table layout="fixed" aria-label={t("report.reasons")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("report.reason")}</Table.Th>
              <Table.Th ta="end">{t("report.customers")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reasons.map(([kind, why, count]) => (
              <Table.Tr key={`${kind} ${why}`}>
                <Table.Td>
                  {kind === "refused"
                    ? t(`refusedWhy.${why}`)
                    : t("report.failedBy", {
                        why: t(`statistics:failures.reasons.${why || "unknown"}`, { defaultValue: why }),
                      })}
                </Table.Td>
                <Table.Td ta="end">{count.toLocaleString(i18n.language)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

/** How often customers reached each goal after the message, and what that was worth. */
function Goals({ goals }: { goals: VariantReport["goals"] }) {
  const { t, i18n } = useTranslation("audience");
  return (
    <Table layout="fixed" aria-label={t("report.goals")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("report.goals")}</Table.Th>
          <Table.Th ta="end">{t("report.times")}</Table.Th>
          <Table.Th ta="end">{t("report.worth")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {goals.map(({ name, currency, count, value }) => (
          <Table.Tr key={`${name} ${currency}`}>
            <Table.Td>{name}</Table.Td>
            <Table.Td ta="end">{count.toLocaleString(i18n.language)}</Table.Td>
            <Table.Td ta="end">{moneyText(value, currency, i18n.language) || "–"}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type Move = "pause" | "resume" | "stop" | "retry" | "edit";

function Actions({ broadcast, reports }: { broadcast: Broadcast; reports: VariantReport[] }) {
  const { t } = useTranslation("audience");
  const { id: page_id } = usePage();
  const mayBuild = useMay("build");
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = { page_id, broadcast_id: broadcast.id };
  const onSettled = () => client.invalidateQueries({ queryKey: broadcastsKey(page_id) });
  const move = useMutation({
    mutationFn: (to: Move) => api(`POST /pages/:page_id/broadcasts/:broadcast_id/${to}`, { params }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id/broadcasts/:broadcast_id", { params }),
    onSuccess: () => navigate({ to: "/pages/$pageId/audience", params: { pageId: page_id } }),
    onSettled,
  });
  if (!mayBuild) return null;
  const { state, name, started_at, due_at } = broadcast;
  const mayResume = !(started_at && due_at && hasRested(new Date(due_at), Date.now()));
  const offered: Move[] = [
    ...(state === "scheduled" ? (["edit"] as const) : []),
    ...(state === "running" ? (["pause"] as const) : []),
    ...((state === "paused" || state === "failed") && mayResume ? (["resume"] as const) : []),
    ...(isMoving(broadcast) || state === "paused" || state === "failed" ? (["stop"] as const) : []),
    ...(reports.some(({ failed }) => Object.keys(failed).length > 0) ? (["retry"] as const) : []),
  ];
  const ask = async (to: Move) => {
    const isSure =
      to !== "stop" ||
      (await confirm({
        title: t("report.askStop", { name }),
        body: t("report.askStopText"),
        action: t("report.stop"),
      }));
    if (isSure) move.mutate(to);
  };
  const askRemove = async () => {
    const title = t("report.askDelete", { name });
    if (await confirm({ title, body: t("report.askDeleteText"), action: t("report.delete") })) remove.mutate();
  };
  return (
    <Group gap="xs">
      {offered.map((to) => (
        <Button
          key={to}
          size="compact-md"
          variant="default"
          loading={move.isPending && move.variables === to}
          onClick={() => void ask(to)}
        >
          {t(`report.${to}`)}
        </Button>
      ))}
      {state === "paused" && !mayResume && <Text size="sm">{t("report.rested")}</Text>}
      {!isMoving(broadcast) && state !== "paused" && (
        <Button
          size="compact-md"
          variant="subtle"
          color="gray"
          loading={remove.isPending}
          onClick={() => void askRemove()}
        >
          {t("report.delete")}
        </Button>
      )}
    </Group>
  );
}
