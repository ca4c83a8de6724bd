import { Badge, Group, Paper, Progress, Skeleton, Stack, Text } from "@mantine/core";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../../frame/use-page.ts";
import { dateTime } from "../../ui/ago.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { Section } from "../../ui/screen.tsx";
import { type Broadcast, broadcastsQuery, isMoving } from "../queries.ts";
import { StateBadge } from "./state-badge.tsx";

function NewBroadcast() {
  const { t } = useTranslation("audience");
  const { id: pageId } = usePage();
  if (!useMay("build")) return null;
  return (
    <ButtonLink
      leftSection={<IconPlus size={16} aria-hidden />}
      to="/pages/$pageId/audience/$broadcastId"
      params={{ pageId, broadcastId: "new" }}
    >
      {t("list.new")}
    </ButtonLink>
  );
}

/** Messages to many, newest first. */
export function Broadcasts() {
  const { t } = useTranslation("audience");
  const { id: pageId } = usePage();
  const { data: broadcasts, error, refetch } = useQuery(broadcastsQuery(pageId));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!broadcasts) return <Skeleton h={160} />;
  if (broadcasts.length === 0)
    return (
      <EmptyState
        icon={IconSpeakerphone}
        title={t("list.empty")}
        help={t("list.emptyHelp")}
        action={<NewBroadcast />}
      />
    );
  return (
    <Section title={t("tabs.broadcasts")} help={t("list.emptyHelp")} actions={<NewBroadcast />}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label={t("tabs.broadcasts")}>
        {broadcasts.map((broadcast) => (
          <BroadcastLine key={broadcast.id} broadcast={broadcast} />
        ))}
      </Stack>
    </Section>
  );
}

function BroadcastLine({ broadcast }: { broadcast: Broadcast }) {
  const { t, i18n } = useTranslation("audience");
  const { id: pageId, timezone } = usePage();
  const { name, state, total, done, due_at, started_at, created_at } = broadcast;
  const time = (at: string) => dateTime(at, { language: i18n.language, timezone });
  const when = state === "scheduled" && due_at ? t("list.at", { time: time(due_at) }) : time(started_at ?? created_at);
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="flex-start" gap="xs">
        <TextLink
          fw={600}
          flex="1 1 120px"
          style={{ overflowWrap: "anywhere" }}
          to="/pages/$pageId/audience/$broadcastId"
          params={{ pageId, broadcastId: String(broadcast.id) }}
        >
          {name}
        </TextLink>
        <Group gap="xs">
          {broadcast.spec.variants.length > 1 && (
            <Badge variant="default" tt="none">
              {t("list.variants", { count: broadcast.spec.variants.length })}
            </Badge>
          )}
          <StateBadge state={state} />
        </Group>
      </Group>
      {state === "running" && (
        <Progress.Root mt="xs">
          <Progress.Section
            value={total ? Math.min(100, (done / total) * 100) : 100}
            animated={!total}
            aria-label={t("list.progress", { name })}
          />
        </Progress.Root>
      )}
      <Text size="sm" c="dimmed" mt={4}>
        {state === "draft" ? when : `${t(isMoving(broadcast) ? "list.soFar" : "list.done", { count: done })} · ${when}`}
      </Text>
    </Paper>
  );
}
