import { Badge, Button, Group, Loader, Paper, Stack, Switch, Text } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconLink, IconPencil } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { fieldsQuery, hooksQuery, treeQuery } from "../../queries.ts";
import { dateTime } from "../../ui/ago.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { Failure } from "../../ui/failure.tsx";
import { RowMenu } from "../../ui/row-menu.tsx";
import { showToast } from "../../ui/toast.tsx";
import { callsQuery, type Hook, type HookCall } from "./queries.ts";

type Props = { hook: Hook; onEdit: (body?: string) => void; onAddress: (url: string) => void };

export function HookCard({ hook, onEdit, onAddress }: Props) {
  const { t } = useTranslation("hooks");
  const mayBuild = useMay("build");
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <div style={{ flex: 1, minWidth: 0 }}>
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {hook.name}
            </Text>
            <Summary hook={hook} />
          </div>
          {mayBuild && <OnSwitch hook={hook} />}
          {mayBuild && <Actions hook={hook} onEdit={() => onEdit()} onAddress={onAddress} />}
        </Group>
        <Group>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<Chevron size={14} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t("calls")}
          </Button>
        </Group>
        {isOpen && <Calls hookId={hook.id} onUse={mayBuild ? onEdit : undefined} />}
      </Stack>
    </Paper>
  );
}

/** The mapping in a line: who, which fields, which goal, which flow. */
function Summary({ hook: { mapping } }: { hook: Hook }) {
  const { t } = useTranslation("hooks");
  const { id: pageId } = usePage();
  const { data } = useQuery(treeQuery(pageId));
  const { data: fields } = useQuery(fieldsQuery(pageId));
  const titleOf = (name: string) =>
    t(`own.${name}`, { defaultValue: fields?.find((field) => field.name === name)?.label ?? name });
  const flow = data?.flows.find(({ id }) => id === mapping.flow_id)?.name;
  const parts = [
    t(`finds.${mapping.customer.by}`, { path: mapping.customer.path }),
    ...(mapping.fields.length > 0
      ? [t("fills", { fields: mapping.fields.map(({ field }) => titleOf(field)).join(", ") })]
      : []),
    ...(mapping.goal ? [t("counts", { goal: mapping.goal.name })] : []),
    ...(mapping.flow_id === null ? [] : [t("starts", { flow: flow ?? "…" })]),
  ];
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      {parts.join(" · ")}
    </Text>
  );
}

const colors: Record<HookCall["outcome"], string> = {
  taken: "green",
  customer_missing: "red",
  customer_not_found: "yellow",
  off: "gray",
};

/** The last calls, as they came. One of them can be tried on the mapping. */
function Calls({ hookId, onUse }: { hookId: number; onUse: ((body: string) => void) | undefined }) {
  const { t } = useTranslation("hooks");
  const { id: pageId } = usePage();
  const { data, error, refetch } = useQuery(callsQuery(pageId, hookId));
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Loader size="sm" />;
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("noCalls")}
      </Text>
    );
  return (
    <Stack gap="sm">
      {data.map((call) => (
        <Call key={call.id} call={call} isFirst={call === data[0]} onUse={onUse} />
      ))}
    </Stack>
  );
}

type CallProps = { call: HookCall; isFirst: boolean; onUse: ((body: string) => void) | undefined };

/** One call. The newest is open: somebody who sets a hook up waits for it. */
function Call({ call: { at, outcome, body }, isFirst, onUse }: CallProps) {
  const { t, i18n } = useTranslation("hooks");
  const { timezone } = usePage();
  const [isOpen, setOpen] = useState(isFirst);
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text size="sm">{dateTime(at, { language: i18n.language, timezone })}</Text>
        <Badge variant="dot" tt="none" color={colors[outcome]}>
          {t(`outcomes.${outcome}`)}
        </Badge>
        {body !== "" && (
          <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t("hide") : t("show")}
          </Button>
        )}
        {onUse && body !== "" && (
          <Button size="compact-xs" variant="default" onClick={() => onUse(body)}>
            {t("tryThis")}
          </Button>
        )}
      </Group>
      {isOpen && body !== "" && <CodeBlock text={body} what={t("body")} />}
    </Stack>
  );
}

function OnSwitch({ hook: { id, name, is_on } }: { hook: Hook }) {
  const { t } = useTranslation("hooks");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const turn = useMutation({
    mutationFn: (isOn: boolean) =>
      api("PATCH /pages/:page_id/incoming_hooks/:hook_id", { params: { page_id, hook_id: id }, body: { is_on: isOn } }),
    onSettled: () => client.invalidateQueries(hooksQuery(page_id)),
  });
  return (
    <Switch
      aria-label={t("isOn", { name })}
      checked={turn.isPending ? turn.variables : is_on}
      onChange={(event) => turn.mutate(event.currentTarget.checked)}
    />
  );
}

function Actions({ hook: { id, name }, onEdit, onAddress }: Omit<Props, "onEdit"> & { onEdit: () => void }) {
  const { t } = useTranslation("hooks");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const params = { page_id, hook_id: id };
  const onSettled = () => client.invalidateQueries(hooksQuery(page_id));
  const replace = useMutation({
    mutationFn: () => api("POST /pages/:page_id/incoming_hooks/:hook_id/address", { params }),
    onSuccess: ({ url }) => onAddress(url),
  });
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id/incoming_hooks/:hook_id", { params }),
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
        { label: t("replace.entry"), icon: IconLink, onClick: () => void ask("replace") },
      ]}
      remove={{ label: t("remove.entry"), onClick: () => void ask("remove") }}
    />
  );
}
