import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Failure } from "../ui/failure.tsx";
import { Section } from "../ui/screen.tsx";
import { showToast } from "../ui/toast.tsx";
import { auth } from "./auth.ts";
import { deviceOf } from "./device.ts";
import { type ListedSession, orderSessions } from "./sessions.ts";

/** The user's sessions on all devices. */
export function SessionsSection() {
  const { t } = useTranslation("account");
  const { data, error, refetch } = useQuery({
    queryKey: ["sessions"],
    queryFn: async () => {
      const [all, own] = await Promise.all([auth("GET /list-sessions"), auth("GET /get-session")]);
      return orderSessions(all, own?.session.token);
    },
  });
  const queryClient = useQueryClient();
  const endOthers = useMutation({
    mutationFn: () => auth("POST /revoke-other-sessions"),
    onSuccess: async () => {
      showToast({ message: t("sessions.othersEnded") });
      await queryClient.invalidateQueries({ queryKey: ["sessions"] });
    },
  });
  const hasOthers = data?.some(({ isOwn }) => !isOwn);
  return (
    <Paper withBorder p="lg">
      <Section
        title={t("sessions.title")}
        help={t("sessions.help")}
        actions={
          hasOthers && (
            <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
              {t("sessions.endOthers")}
            </Button>
          )
        }
      >
        {error ? <Failure error={error} retry={() => void refetch()} /> : null}
        {!data && !error && <Skeleton h={60} />}
        <Stack gap="sm">
          {data?.map((session) => (
            <OneSession key={session.token} session={session} />
          ))}
        </Stack>
      </Section>
    </Paper>
  );
}

function OneSession({ session }: { session: ListedSession }) {
  const { t, i18n } = useTranslation("account");
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => auth("POST /revoke-session", { token: session.token }),
    onSuccess: async () => {
      showToast({ message: t("sessions.ended") });
      await queryClient.invalidateQueries({ queryKey: ["sessions"] });
    },
  });
  const { browser, system } = deviceOf(session.userAgent ?? "");
  const device = browser && system ? t("sessions.device", { browser, system }) : t("sessions.unknown");
  const since = new Date(session.createdAt).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {device}
          </Text>
          {session.isOwn && (
            <Badge variant="outline" size="sm">
              {t("sessions.this")}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {[session.ipAddress, t("sessions.since", { since })].filter(Boolean).join(" · ")}
        </Text>
      </div>
      {!session.isOwn && (
        <Button
          size="compact-sm"
          variant="default"
          loading={end.isPending}
          aria-label={t("sessions.endOf", { device })}
          onClick={() => end.mutate()}
        >
          {t("sessions.end")}
        </Button>
      )}
    </Group>
  );
}
