import { ownChannel } from "@banter/core/channels/index.ts";
import { Group, Radio, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ChannelIcon } from "../../channels/channel-icon.tsx";
import { channelsQuery } from "../../queries.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { Failure } from "../../ui/failure.tsx";
import { AccountFields } from "../account-fields.tsx";
import { ConnectFailure } from "../connect-failure.tsx";
import { type Channel, easiestFirst } from "../new-page.ts";
import { useNewPage } from "../use-new-page.ts";
import { Contents } from "./contents.tsx";
import { Preview } from "./preview.tsx";
import type { ChosenTemplate } from "./template-dialog.tsx";

type Props = ChosenTemplate & { workspaceId: number };

/** Makes a page with the template's set-up, on any channel: published, with its greeting, ready to try. */
export function NewPage(props: Props) {
  const { data: channels, error, refetch } = useQuery(channelsQuery);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return channels ? <Form {...props} channels={easiestFirst(channels)} /> : <Skeleton h={320} />;
}

function Form({ template, language, onClose, workspaceId, channels }: Props & { channels: Channel[] }) {
  const { t } = useTranslation("gallery");
  const choice = { name: template.name, language };
  const page = useNewPage({ workspaceId, channels, name: template.title, template: choice, onCreated: onClose });
  const channel = page.channel?.type ?? ownChannel;
  return (
    <form onSubmit={page.submit} noValidate>
      <Stack>
        <Channels channels={channels} value={channel} onChange={page.chooseChannel} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <Preview template={template} language={language} pageName={page.name} channel={channel} />
          <Stack>
            <AccountFields page={page} workspaceId={workspaceId} template={choice} />
            <ConnectFailure error={page.error} />
            <Contents template={template} channel={channel} />
          </Stack>
        </SimpleGrid>
        <DialogButtons
          onCancel={onClose}
          submit={t(page.channel?.gives_id ? "pages:create.action" : "pages:channel.connect")}
          isPending={page.isPending}
          staysInView
        />
      </Stack>
    </form>
  );
}

type ChannelsProps = { channels: Channel[]; value: string; onChange: (type: string) => void };

function Channels({ channels, value, onChange }: ChannelsProps) {
  const { t } = useTranslation("pages");
  return (
    <Radio.Group label={t("create.channel")} value={value} onChange={onChange}>
      <Group gap={6} mt={6}>
        {channels.map(({ type }) => (
          <Radio.Card key={type} value={type} className="gallery-channel" aria-label={t(`channels:${type}.name`)}>
            <ChannelIcon channel={type} size={16} />
            {t(`channels:${type}.name`)}
          </Radio.Card>
        ))}
      </Group>
    </Radio.Group>
  );
}
