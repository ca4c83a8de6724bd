import { personName } from "@banter/core/flow/fields/person-name.ts";
import { isOfPlatform } from "@banter/core/model/notification.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Badge, Button, Group, ScrollArea, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { ago } from "../../ui/ago.ts";
import { Failure } from "../../ui/failure.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import * as words from "../../ui/notification-words.ts";
import { addWords } from "../../words.ts";
import { useTold } from "../channel/use-told.ts";
import { listQuery, unreadQuery } from "./queries.ts";

addWords("notifications", words);

type Notification = ReplyOf<"GET /notifications">["notifications"][number];

/** All notifications, newest first. Opening the list marks them as read. */
export function List({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation("notifications");
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...listQuery,
    staleTime: 0,
  });
  const notifications = data?.pages.flatMap((page) => page.notifications);
  useMarkRead(notifications?.[0]?.at);
  return (
    <Stack gap={0} role="region" aria-label={t("bell.title")}>
      <Group justify="space-between" p="sm" pb="xs">
        <Title order={2} size="h5">
          {t("bell.title")}
        </Title>
        <TextLink to="/settings/profile" hash="notifications" size="sm" onClick={onChosen}>
          {t("bell.settings")}
        </TextLink>
      </Group>
      <ScrollArea.Autosize mah={420} viewportProps={{ tabIndex: 0 }}>
        {error && <Failure error={error} retry={() => void refetch()} />}
        {!notifications && !error && <Skeleton h={120} m="sm" />}
        {notifications?.length === 0 && (
          <Text size="sm" c="dimmed" p="sm">
            {t("bell.empty")}
          </Text>
        )}
        {notifications?.map((each) => (
          <Line key={each.id} notification={each} onChosen={onChosen} />
        ))}
        {hasNextPage && (
          <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("bell.more")}
          </Button>
        )}
      </ScrollArea.Autosize>
    </Stack>
  );
}

function Line({ notification, onChosen }: { notification: Notification; onChosen: () => void }) {
  const { t, i18n } = useTranslation("notifications");
  const { page_id, page_name, page_language, kind, psid, customer_name, text, at, is_read } = notification;
  const told = useTold();
  const language = page_language ?? i18n.language;
  const customer = psid === null ? t("aCustomer") : personName({ name: customer_name, psid }, language);
  const title = t(`told.${kind}`, { customer });
  return (
    <ButtonLink
      {...placeOf(notification)}
      params={{ pageId: page_id, psid: notification.psid ?? "", flowId: String(notification.flow_id) }}
      variant="subtle"
      color="gray"
      fullWidth
      h="auto"
      py="xs"
      radius={0}
      justify="flex-start"
      onClick={onChosen}
      styles={{ label: { whiteSpace: "normal" } }}
    >
      <Stack gap={2} align="flex-start" ta="left">
        <Group gap="xs">
          <Text size="sm" fw={is_read ? 400 : 600} c="bright">
            {title}
          </Text>
          {!is_read && (
            <Badge size="xs" variant="light">
              {t("bell.unread")}
            </Badge>
          )}
        </Group>
        {text && (
          <Text size="sm" lineClamp={2}>
            {isOfPlatform(kind) ? told(text) : text}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {page_name} · {ago(at, i18n.language)}
        </Text>
      </Stack>
    </ButtonLink>
  );
}

/** A customer's conversation, or the screen that settles a trouble of the page or of a flow. */
function placeOf({ psid, flow_id }: Notification) {
  if (psid !== null) return { to: "/pages/$pageId/conversations/$psid" as const };
  return { to: flow_id === null ? ("/pages/$pageId/settings" as const) : ("/pages/$pageId/flows/$flowId" as const) };
}

function useMarkRead(newest: string | undefined): void {
  const queryClient = useQueryClient();
  const marked = useRef<string>(undefined);
  const mark = useMutation({
    mutationFn: (through: string) => api("PUT /notifications/read", { body: { through } }),
    onSuccess: () => queryClient.setQueryData(unreadQuery.queryKey, 0),
  });
  useEffect(() => {
    if (newest === undefined || marked.current === newest) return;
    marked.current = newest;
    mark.mutate(newest);
  }, [newest, mark.mutate]);
}
