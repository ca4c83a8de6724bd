import { Alert, Badge, Button, Group, Paper, Stack, Switch, Text } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconKey, IconPencil, IconSend } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { ago, dateTime } from "../../ui/ago.ts";
import { confirm } from "../../ui/confirm.tsx";
import { RowMenu } from "../../ui/row-menu.tsx";
import { showToast } from "../../ui/toast.tsx";
import { answerText } from "./answer-text.ts";
import { Deliveries } from "./deliveries.tsx";
import { type Endpoint, endpointsQuery, typeKey } from "./queries.ts";

type Props = { endpoint: Endpoint; onEdit: () => void; onSecret: (secret: string) => void };

export function EndpointCard({ endpoint, onEdit, onSecret }: Props) {
  const { t } = useTranslation("events");
  const mayBuild = useMay("build");
  const [isOpen, setOpen] = useState(false);
  const { id, name, url, is_on, types, waiting, failed } = endpoint;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <div style={{ flex: 1, minWidth: 0 }}>
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {name}
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {url ?? t("noAddress")}
            </Text>
          </div>
          {mayBuild && <OnSwitch endpoint={endpoint} />}
          {mayBuild && <Actions endpoint={endpoint} onEdit={onEdit} onSecret={onSecret} />}
        </Group>
        <Troubles endpoint={endpoint} />
        <Text size="sm" c="dimmed">
          {types.map((type) => t(typeKey(type))).join(" · ")}
        </Text>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<Chevron size={14} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t("deliveries")}
          </Button>
          {waiting > 0 && (
            <Badge variant="dot" tt="none" color="gray">
              {t("waiting", { count: waiting })}
            </Badge>
          )}
          {failed > 0 && (
            <Badge variant="dot" tt="none" color="red">
              {t("failed", { count: failed })}
            </Badge>
          )}
          {!is_on && (
            <Badge variant="dot" tt="none" color="gray">
              {t("off")}
            </Badge>
          )}
        </Group>
        {isOpen && <Deliveries endpointId={id} failed={failed} />}
      </Stack>
    </Paper>
  );
}

function Troubles({ endpoint: { stopped_because, failing_since, failure, old_secret_until } }: { endpoint: Endpoint }) {
  const { t, i18n } = useTranslation("events");
  const { timezone } = usePage();
  return (
    <>
      {stopped_because && (
        <Alert color="red" variant="outline" title={t(`stopped.${stopped_because}`)}>
          {t("stopped.help")}
        </Alert>
      )}
      {!stopped_because && failure && failing_since && (
        <Alert color="yellow" variant="outline" title={t("failing", { since: ago(failing_since, i18n.language) })}>
          {t("failingHelp", { answer: answerText(failure, t) })}
        </Alert>
      )}
      {old_secret_until && (
        <Text size="sm">
          {t("oldSecret", { at: dateTime(old_secret_until, { language: i18n.language, timezone }) })}
        </Text>
      )}
    </>
  );
}

function OnSwitch({ endpoint: { id, name, is_on } }: { endpoint: Endpoint }) {
  const { t } = useTranslation("events");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const turn = useMutation({
    mutationFn: (isOn: boolean) =>
      api("PATCH /pages/:page_id/event_endpoints/:endpoint_id", {
        params: { page_id, endpoint_id: id },
        body: { is_on: isOn },
      }),
    onSettled: () => client.invalidateQueries(endpointsQuery(page_id)),
  });
  return (
    <Switch
      aria-label={t("isOn", { name })}
      checked={turn.isPending ? turn.variables : is_on}
      onChange={(event) => turn.mutate(event.currentTarget.checked)}
    />
  );
}

function Actions({ endpoint: { id, name }, onEdit, onSecret }: Props) {
  const { t } = useTranslation("events");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const params = { page_id, endpoint_id: id };
  const onSettled = () => client.invalidateQueries(endpointsQuery(page_id));
  const test = useMutation({
    mutationFn: () => api("POST /pages/:page_id/event_endpoints/:endpoint_id/test", { params }),
    onSuccess: () => showToast({ message: t("testSent") }),
    onSettled,
  });
  const replace = useMutation({
    mutationFn: () => api("POST /pages/:page_id/event_endpoints/:endpoint_id/secret", { params }),
    onSuccess: ({ secret }) => onSecret(secret),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id/event_endpoints/:endpoint_id", { params }),
    onSuccess: () => showToast({ message: t("removed", { name }) }),
    onSettled,
  });
  const ask = async (what: "replace" | "remove") => {
    const agreed = await confirm({
      title: t(`${what}.title`, { name }),
      body: t(`${what}.body`),
      action: t(`${what}.action`),
    });
    if (agreed) (what === "replace" ? replace : remove).mutate();
  };
  return (
    <RowMenu
      label={t("menu", { name })}
      entries={[
        { label: t("edit"), icon: IconPencil, onClick: onEdit },
        { label: t("test"), icon: IconSend, onClick: () => test.mutate() },
        { label: t("replace.entry"), icon: IconKey, onClick: () => void ask("replace") },
      ]}
      remove={{ label: t("remove.entry"), onClick: () => void ask("remove") }}
    />
  );
}
