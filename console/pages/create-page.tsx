import "../frame/channel/channel-words.ts";
import { Modal, Radio, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ChannelIcon } from "../channels/channel-icon.tsx";
import { channelsQuery } from "../queries.ts";
import { ChoiceCard } from "../ui/choice-card.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextLink } from "../ui/links.tsx";
import { AccountFields } from "./account-fields.tsx";
import { ConnectFailure } from "./connect-failure.tsx";
import { type Channel, easiestFirst } from "./new-page.ts";
import { useNewPage } from "./use-new-page.ts";

type Props = { workspaceId: number; isOpen: boolean; onClose: () => void };

/** Makes a page: on our own channel by its name, on another by what gives access to the account there. */
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
  const page = useNewPage({ workspaceId, channels, onCreated: onClose });
  return (
    <form onSubmit={page.submit} noValidate>
      <Stack>
        <Text size="sm">
          {t("create.templateHint")}{" "}
          <TextLink to="/templates" inherit underline="always">
            {t("create.toTemplates")}
          </TextLink>
        </Text>
        <Radio.Group label={t("create.channel")} value={page.channel?.type ?? ""} onChange={page.chooseChannel}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
            {channels.map((one) => (
              <ChannelChoice key={one.type} channel={one} />
            ))}
          </SimpleGrid>
        </Radio.Group>
        <AccountFields page={page} workspaceId={workspaceId} />
        <ConnectFailure error={page.error} />
        <DialogButtons
          onCancel={onClose}
          submit={t(page.channel?.gives_id ? "create.action" : "channel.connect")}
          isPending={page.isPending}
          staysInView
        />
      </Stack>
    </form>
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
