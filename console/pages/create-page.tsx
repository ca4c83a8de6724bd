import type { ChannelType } from "@banter/core/model/channel.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Modal, Radio, SimpleGrid, Skeleton, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { channelsQuery, pageQuery, pagesQuery } from "../queries.ts";
import { ChannelIcon } from "../ui/channel-icon.tsx";
import { ChoiceCard } from "../ui/choice-card.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { faultAt } from "../ui/error-text.ts";
import { Failure } from "../ui/failure.tsx";
import { showToast } from "../ui/toast.tsx";
import { ChannelFields } from "./channel-fields.tsx";
import { numberIn, numberSourceOf } from "./channel-schema.ts";
import { ConnectFailure } from "./connect-failure.tsx";
import { beginFirstSteps } from "./first-steps.tsx";

type Props = { workspaceId: number; isOpen: boolean; onClose: () => void };
type Channel = ReplyOf<"GET /channels">["channels"][number];

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

/** Channels that need no account on a platform are the easiest to try. */
const easiestFirst = (channels: Channel[]) =>
  channels.toSorted((one, other) => Number(other.gives_id) - Number(one.gives_id));

function CreateForm({ workspaceId, channels, onClose }: Omit<Props, "isOpen"> & { channels: Channel[] }) {
  const { t } = useTranslation("pages");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [type, setType] = useState<ChannelType>(channels[0]?.type ?? "webchat");
  const [name, setName] = useState("");
  const [typedId, setTypedId] = useState("");
  const [settings, setSettings] = useState<Record<string, unknown>>({});
  const channel = channels.find((channel) => channel.type === type);
  const source = numberSourceOf(channel?.settings);
  const platformId = source ? numberIn(settings[source]) : typedId.trim();
  const create = useMutation({
    mutationFn: () =>
      api("POST /workspaces/:workspace_id/pages", {
        params: { workspace_id: workspaceId },
        body: {
          channel: type,
          name: name.trim(),
          timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...(channel && !channel.gives_id && { platform_id: platformId, settings }),
        },
      }),
    onSuccess: async (page) => {
      queryClient.setQueryData(pageQuery(page.id).queryKey, page);
      await queryClient.invalidateQueries(pagesQuery(workspaceId));
      beginFirstSteps(page.id);
      onClose();
      showToast({ message: t("create.done", { name: page.name }) });
      const params = { pageId: page.id };
      // Web chat works at once; with a platform there may be more to do, which the channel tab tells.
      if (channel?.gives_id) await navigate({ to: "/pages/$pageId/flows", params });
      else await navigate({ to: "/pages/$pageId/settings", params, search: { tab: "channel" } });
    },
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Radio.Group
          label={t("create.channel")}
          value={type}
          onChange={(chosen) => {
            setType(chosen as ChannelType);
            setSettings({});
            create.reset();
          }}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
            {channels.map((channel) => (
              <ChannelChoice key={channel.type} channel={channel} />
            ))}
          </SimpleGrid>
        </Radio.Group>
        <TextInput
          label={t("create.name")}
          description={t("create.nameHelp")}
          required
          maxLength={200}
          data-autofocus
          value={name}
          error={faultAt(create.error, "/name")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {channel && !channel.gives_id && (
          <>
            {!source && (
              <TextInput
                label={t([`platformId.${channel.type}`, "platformId.other"], { channel: channel.title })}
                inputMode="numeric"
                required
                value={typedId}
                error={faultAt(create.error, "/platform_id")}
                onChange={(event) => setTypedId(event.currentTarget.value)}
              />
            )}
            <ChannelFields
              channel={channel.type}
              schema={channel.settings}
              value={settings}
              onChange={setSettings}
              error={create.error}
              pointer="/settings"
              faults={source && faultAt(create.error, "/platform_id") ? { [source]: t("platformId.unread") } : {}}
            />
          </>
        )}
        <ConnectFailure error={create.error} />
        <DialogButtons onCancel={onClose} submit={t("create.action")} isPending={create.isPending} />
      </Stack>
    </form>
  );
}

function ChannelChoice({ channel }: { channel: Channel }) {
  const { t } = useTranslation("pages");
  return (
    <ChoiceCard
      value={channel.type}
      title={t(`ui:channels.${channel.type}`)}
      help={channel.gives_id ? t("create.ready") : t("create.needsAccount")}
      icon={<ChannelIcon channel={channel.type} size={22} />}
    />
  );
}
