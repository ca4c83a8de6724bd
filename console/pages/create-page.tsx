import { type ChannelType, ownChannel } from "@banter/core/channels/index.ts";
import { Modal, Radio, SimpleGrid, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { ChannelIcon } from "../channels/channel-icon.tsx";
import { lazyPart } from "../frame/loading/lazy-part.tsx";
import { channelsQuery, pageQuery, pagesQuery } from "../queries.ts";
import { ChoiceCard } from "../ui/choice-card.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { faultAt } from "../ui/error-text.ts";
import { Failure } from "../ui/failure.tsx";
import { TextLink } from "../ui/links.tsx";
import { showToast } from "../ui/toast.tsx";
import { ChannelFields } from "./channel-fields.tsx";
import { numberSourceOf } from "./channel-schema.ts";
import { ConnectFailure } from "./connect-failure.tsx";
import { type Channel, easiestFirst, emptyPage, newPage, type PageDraft } from "./new-page.ts";
import { zoneOf } from "./zones/zone-names.ts";

const LoginOrForm = lazyPart(async () => (await import("./facebook/login-button.tsx")).LoginOrForm, { height: 100 });

type Props = { workspaceId: number; isOpen: boolean; onClose: () => void };

/** Makes a page: channel, name and the settings of the channel. */
export function CreatePage({ workspaceId, isOpen, onClose }: Props) {
  const { t } = useTranslation("pages");
  const { data: channels, error, refetch } = useQuery({ ...channelsQuery, enabled: isOpen });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t("create.title")}
      size="lg"
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      {error ? <Failure error={error} retry={() => void refetch()} /> : null}
      {!channels && !error && <Skeleton h={200} />}
      {channels && <CreateForm workspaceId={workspaceId} channels={easiestFirst(channels)} onClose={onClose} />}
    </Modal>
  );
}

function CreateForm({ workspaceId, channels, onClose }: Omit<Props, "isOpen"> & { channels: Channel[] }) {
  const { t } = useTranslation("pages");
  const [draft, setDraft] = useState<PageDraft>(() => emptyPage(channels[0]?.type ?? ownChannel));
  const change = (changed: Partial<PageDraft>) => setDraft((before) => ({ ...before, ...changed }));
  const channel = channels.find(({ type }) => type === draft.type);
  const create = useCreatePage(workspaceId, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (channel) create.mutate({ draft, channel });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          {t("create.templateHint")}{" "}
          <TextLink to="/templates" inherit underline="always">
            {t("create.toTemplates")}
          </TextLink>
        </Text>
        <Radio.Group
          label={t("create.channel")}
          value={draft.type}
          onChange={(type) => {
            change({ type: type as ChannelType, settings: {} });
            create.reset();
          }}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
            {channels.map((one) => (
              <ChannelChoice key={one.type} channel={one} />
            ))}
          </SimpleGrid>
        </Radio.Group>
        {channel?.login && <LoginOrForm workspaceId={workspaceId} />}
        <TextInput
          label={t("create.name")}
          description={t("create.nameHelp")}
          required
          maxLength={200}
          data-autofocus
          value={draft.name}
          error={faultAt(create.error, "/name")}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {channel && !channel.gives_id && (
          <AccountInputs channel={channel} draft={draft} onChange={change} error={create.error} />
        )}
        <ConnectFailure error={create.error} />
        <DialogButtons onCancel={onClose} submit={t("create.action")} isPending={create.isPending} />
      </Stack>
    </form>
  );
}

function useCreatePage(workspaceId: number, onCreated: () => void) {
  const { t } = useTranslation("pages");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ draft, channel }: { draft: PageDraft; channel: Channel }) => {
      const timezone = zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone);
      const body = { ...newPage(draft, channel), timezone };
      return api("POST /workspaces/:workspace_id/pages", { params: { workspace_id: workspaceId }, body });
    },
    onSuccess: async (page, { channel }) => {
      queryClient.setQueryData(pageQuery(page.id).queryKey, page);
      await queryClient.invalidateQueries(pagesQuery(workspaceId));
      onCreated();
      showToast({ message: t("create.done", { name: page.name }) });
      const params = { pageId: page.id };
      // Web chat works at once; other channels may need more at the platform, which the channel tab explains.
      if (channel.gives_id) await navigate({ to: "/pages/$pageId", params });
      else await navigate({ to: "/pages/$pageId/settings", params, search: { tab: "channel" } });
    },
    meta: { showsFailure: true },
  });
}

type AccountProps = {
  channel: Channel;
  draft: PageDraft;
  onChange: (changed: Partial<PageDraft>) => void;
  error: unknown;
};

/** The account on the platform: its id, unless a setting contains it, and the channel's settings. */
function AccountInputs({ channel, draft, onChange, error }: AccountProps) {
  const { t } = useTranslation("pages");
  const source = numberSourceOf(channel.settings);
  const idFault = faultAt(error, "/platform_id");
  return (
    <>
      {!source && (
        <TextInput
          label={t([`channels:${channel.type}.platformId`, "platformId.other"], { channel: channel.title })}
          inputMode="numeric"
          required
          value={draft.typedId}
          error={idFault}
          onChange={(event) => onChange({ typedId: event.currentTarget.value })}
        />
      )}
      <ChannelFields
        channel={channel.type}
        schema={channel.settings}
        value={draft.settings}
        onChange={(settings) => onChange({ settings })}
        error={error}
        pointer="/settings"
        faults={source && idFault ? { [source]: t("platformId.unread") } : {}}
      />
    </>
  );
}

function ChannelChoice({ channel }: { channel: Channel }) {
  const { t } = useTranslation("pages");
  return (
    <ChoiceCard
      value={channel.type}
      title={t(`channels:${channel.type}.name`)}
      help={channel.gives_id ? t("create.ready") : t("create.needsAccount")}
      icon={<ChannelIcon channel={channel.type} size={22} />}
    />
  );
}
