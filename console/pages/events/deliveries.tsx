import { Badge, Box, Button, Group, Loader, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { dateTime } from "../../ui/ago.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Failure } from "../../ui/failure.tsx";
import { showToast } from "../../ui/toast.tsx";
import { answerText } from "./answer-text.ts";
import { type Delivery, type DeliveryState, deliveriesQuery, deliveryQuery, typeKey } from "./queries.ts";

const states: (DeliveryState | "all")[] = ["all", "waiting", "failed", "done"];
const colors: Record<DeliveryState, string> = { waiting: "gray", done: "green", failed: "red" };

/** The events of the last days that went to an endpoint, and what it answered. */
export function Deliveries({ endpointId, failed }: { endpointId: number; failed: number }) {
  const { t } = useTranslation("events");
  const { id: pageId } = usePage();
  const mayBuild = useMay("build");
  const [state, setState] = useState<DeliveryState | "all">("all");
  const query = useInfiniteQuery(deliveriesQuery(pageId, endpointId, state === "all" ? undefined : state));
  const rows = query.data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t("states.label")}
          data={states.map((value) => ({ value, label: t(`states.${value}`) }))}
          value={state}
          onChange={(value) => setState(value as DeliveryState | "all")}
        />
        {mayBuild && failed > 0 && <ReplayAll endpointId={endpointId} />}
      </Group>
      {query.error && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Loader size="sm" />}
      {query.data && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("noDeliveries")}
        </Text>
      )}
      {rows.length > 0 && <Rows rows={rows} endpointId={endpointId} />}
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("older")}
        </Button>
      )}
    </Stack>
  );
}

function Rows({ rows, endpointId }: { rows: Delivery[]; endpointId: number }) {
  const { t, i18n } = useTranslation("events");
  const { timezone } = usePage();
  const [open, setOpen] = useState<string>();
  return (
    <Stack gap={0} component="ul" aria-label={t("deliveries")} p={0} m={0} style={{ listStyle: "none" }}>
      {rows.map((row) => (
        <Box component="li" key={row.id} py={8} style={{ borderTop: "1px solid var(--mantine-color-default-border)" }}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <div style={{ flex: 1, minWidth: 0 }}>
              <Text size="sm">{t(typeKey(row.type), { defaultValue: row.type })}</Text>
              <Text size="xs" c="dimmed">
                {dateTime(row.at, { language: i18n.language, timezone })}
                {row.answer && ` · ${t("answered", { answer: answerText(row.answer, t), count: row.attempts })}`}
              </Text>
            </div>
            <Badge variant="dot" tt="none" color={colors[row.state]} flex="none">
              {t(`states.${row.state}`)}
            </Badge>
            <Button
              size="compact-xs"
              variant="subtle"
              flex="none"
              aria-expanded={open === row.id}
              aria-label={open === row.id ? t("hideOf", { id: row.id }) : t("showOf", { id: row.id })}
              onClick={() => setOpen(open === row.id ? undefined : row.id)}
            >
              {open === row.id ? t("hide") : t("show")}
            </Button>
          </Group>
          {open === row.id && <Whole endpointId={endpointId} eventId={row.id} />}
        </Box>
      ))}
    </Stack>
  );
}

/** The body of one event, with the button that sends it again. */
function Whole({ endpointId, eventId }: { endpointId: number; eventId: string }) {
  const { t } = useTranslation("events");
  const { id: page_id } = usePage();
  const mayBuild = useMay("build");
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(deliveryQuery(page_id, endpointId, eventId));
  const replay = useMutation({
    mutationFn: () =>
      api("POST /pages/:page_id/event_endpoints/:endpoint_id/deliveries/:event_id/replay", {
        params: { page_id, endpoint_id: endpointId, event_id: eventId },
      }),
    onSuccess: () => showToast({ message: t("replaying") }),
    onSettled: () => client.invalidateQueries({ queryKey: ["page", page_id, "event_endpoints"] }),
  });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loader size="sm" />;
  return (
    <Stack gap="xs" mt="xs">
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          webhook-id: {eventId}
        </Text>
        {mayBuild && (
          <Button size="compact-xs" variant="default" loading={replay.isPending} onClick={() => replay.mutate()}>
            {t("replayOne")}
          </Button>
        )}
      </Group>
      <CodeBlock text={data.body} what={t("body")} />
    </Stack>
  );
}

function ReplayAll({ endpointId }: { endpointId: number }) {
  const { t } = useTranslation("events");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: () =>
      api("POST /pages/:page_id/event_endpoints/:endpoint_id/replay", { params: { page_id, endpoint_id: endpointId } }),
    onSuccess: ({ replayed }) => showToast({ message: t("replayed", { count: replayed }) }),
    onSettled: () => client.invalidateQueries({ queryKey: ["page", page_id, "event_endpoints"] }),
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={replay.isPending}
      onClick={() => replay.mutate()}
    >
      {t("replayAll")}
    </Button>
  );
}
