import { ownChannel } from "@banter/core/channels/index.ts";
import { Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { AddressWarning } from "../../frame/address/warning.tsx";
import { lazyPart } from "../../frame/loading/lazy-part.tsx";
import { HashTarget } from "../../frame/navigation/hash-target.tsx";
import { ProfileLine } from "../../frame/profile-line.tsx";
import { useLeaveGuard } from "../../frame/use-leave-guard.ts";
import { useMay, usePage } from "../../frame/use-page.ts";
import { channelsQuery, connectedQuery } from "../../queries.ts";
import { Failure } from "../../ui/failure.tsx";
import { FormSection } from "../../ui/form-section.tsx";
import { Section } from "../../ui/screen.tsx";
import { showToast } from "../../ui/toast.tsx";
import { ChannelFields } from "../channel-fields.tsx";
import { fieldsOf } from "../channel-schema.ts";
import { ConnectFailure } from "../connect-failure.tsx";
import { ConnectionState } from "../connection-state.tsx";
import { findAccount } from "../new-page.ts";
import { useStorePage } from "../use-store-page.ts";
import { AtThePlatform } from "./at-the-platform.tsx";
import type { PageConnection } from "./connected.ts";
import { RenewalLine } from "./renewal-line.tsx";
import { WebchatPlaces } from "./webchat-places.tsx";

const LoginOrForm = lazyPart(async () => (await import("../facebook/login-button.tsx")).LoginOrForm, { height: 100 });

/** The page's connection to its channel, and the addresses of its chat. */
export function ChannelTab() {
  const { t } = useTranslation("pages");
  const page = usePage();
  const mayOwn = useMay("own");
  const connected = useQuery({ ...connectedQuery(page.id), enabled: mayOwn });
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Section title={t("channel.state")}>
          <ConnectionState connection={page.connection} />
          <RenewalLine renewal={connected.data?.token_renewal ?? null} />
          {page.profile_sync.state !== "none" && (
            <div>
              <Text size="sm" fw={600} mb={4}>
                {t("profile.about")}
              </Text>
              <ProfileLine />
            </div>
          )}
        </Section>
      </Paper>
      {page.channel === ownChannel && <WebchatPlaces />}
      {mayOwn && <Connection />}
    </Stack>
  );
}

function Connection() {
  const page = usePage();
  const channels = useQuery(channelsQuery);
  const connected = useQuery(connectedQuery(page.id));
  const error = channels.error ?? connected.error;
  const retry = () => void Promise.all([channels.refetch(), connected.refetch()]);
  if (error) return <Failure error={error} retry={retry} />;
  if (!channels.data || !connected.data) return <Skeleton h={120} />;
  const { settings: schema, entry, login } = channels.data.find(({ type }) => type === page.channel) ?? {};
  // A page that was never connected needs what gives access; the other settings come with it.
  const isFirst = page.connection.state === "not_connected" && entry != null;
  // Web chat needs no settings and no webhook.
  if (fieldsOf(schema).length === 0 && !connected.data.webhook_url) return null;
  return (
    <>
      {connected.data.webhook_url && <AddressWarning url={connected.data.webhook_url} kind="webhook" />}
      {page.connection.state !== "not_connected" && !connected.data.is_by_login && (
        <AtThePlatform connected={connected.data} />
      )}
      <HashTarget id="connect">
        <ConnectForm
          key={String(isFirst)}
          schema={isFirst ? entry : schema}
          isFirst={isFirst}
          connected={connected.data}
          hasLogin={login != null}
        />
      </HashTarget>
    </>
  );
}

type FormProps = { schema: unknown; isFirst: boolean; connected: PageConnection; hasLogin: boolean };

function ConnectForm({ schema, isFirst, connected, hasLogin }: FormProps) {
  const { t } = useTranslation("pages");
  const page = usePage();
  const queryClient = useQueryClient();
  const store = useStorePage();
  const [settings, setSettings] = useState(connected.settings);
  const save = useMutation({
    mutationFn: async () => {
      const complete = isFirst ? (await findAccount(page.workspace_id, page.channel, settings)).settings : settings;
      return api("PUT /pages/:page_id/channel", { params: { page_id: page.id }, body: { settings: complete } });
    },
    onSuccess: async (saved) => {
      store(saved);
      const fresh = await queryClient.fetchQuery({ ...connectedQuery(page.id), staleTime: 0 });
      setSettings(fresh.settings);
      showToast({ message: t("channel.connected", { channel: t(`channels:${page.channel}.name`) }) });
    },
    meta: { showsFailure: true },
  });
  useLeaveGuard(JSON.stringify(settings) !== JSON.stringify(connected.settings));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <FormSection
      title={t("channel.connect")}
      help={t("channel.connectHelp")}
      onSubmit={submit}
      submit={t("channel.connect")}
      isPending={save.isPending}
      staysInView
    >
      {hasLogin && <LoginOrForm workspaceId={page.workspace_id} isAgain />}
      <ChannelFields
        channel={page.channel}
        schema={schema}
        value={settings}
        onChange={setSettings}
        hasSecret={connected.has_secret}
        error={save.error}
        pointer="/settings"
        isGuided={isFirst}
      />
      <ConnectFailure error={save.error} />
    </FormSection>
  );
}
