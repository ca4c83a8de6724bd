import { offerPlaces } from "@banter/core/model/channel-limits.ts";
import { Button, Group, Paper, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { FlowSelect } from "../../frame/flow-select.tsx";
import { useMay, usePage } from "../../frame/use-page.ts";
import { Chips } from "../../ui/chips.tsx";
import { errorText, faultAt } from "../../ui/error-text.ts";
import { HoursInput } from "../../ui/hours-input.tsx";
import { Section } from "../../ui/screen.tsx";
import { showToast } from "../../ui/toast.tsx";
import { PauseSwitch } from "../pause-switch.tsx";
import { useStorePage } from "../use-store-page.ts";
import { DeletePage } from "./delete-page.tsx";
import { changesOf, draftOf, originOf, zonesWith } from "./page-draft.ts";
import { RepeatInput } from "./repeat-input.tsx";

/** Name, hours and default answers of the page. */
export function GeneralTab() {
  const { t } = useTranslation("pages");
  const page = usePage();
  const mayBuild = useMay("build");
  const mayOwn = useMay("own");
  const mayConverse = useMay("converse");
  return (
    <Stack gap="lg">
      {mayConverse && (
        <Paper withBorder p="lg">
          <Section title={t("pause.title")} help={t("pause.help")} actions={<PauseSwitch page={page} />} />
        </Paper>
      )}
      {!mayBuild && <Text size="sm">{t("settings.readOnly")}</Text>}
      <PageForm />
      {mayOwn && <DeletePage />}
    </Stack>
  );
}

function PageForm() {
  const { t } = useTranslation("pages");
  const page = usePage();
  const mayBuild = useMay("build");
  const store = useStorePage();
  const [draft, setDraft] = useState(() => draftOf(page));
  const changes = changesOf(page, draft);
  const hasChanges = Object.keys(changes).length > 0;
  const save = useMutation({
    mutationFn: () => api("PATCH /pages/:page_id", { params: { page_id: page.id }, body: changes }),
    onSuccess: (saved) => {
      store(saved);
      setDraft(draftOf(saved));
      showToast({ message: t("ui:saved") });
    },
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hasChanges) save.mutate();
  };
  const disabled = !mayBuild;
  const originFault = save.error
    ? draft.origins.map((_, at) => faultAt(save.error, `/origins/${at}`)).find(Boolean)
    : "";
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <Paper withBorder p="lg">
          <Section title={t("general.about")}>
            <TextInput
              label={t("general.name")}
              required
              maxLength={200}
              disabled={disabled}
              value={draft.name}
              error={faultAt(save.error, "/name")}
              onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
            />
            <Select
              label={t("general.timezone")}
              description={t("general.timezoneHelp")}
              searchable
              allowDeselect={false}
              limit={60}
              disabled={disabled}
              data={zonesWith(page.timezone)}
              nothingFoundMessage={t("general.noZone")}
              value={draft.timezone}
              error={faultAt(save.error, "/timezone")}
              onChange={(zone) => setDraft({ ...draft, timezone: zone ?? draft.timezone })}
            />
            <Textarea
              label={t("general.greeting")}
              description={
                offerPlaces[page.channel].greeting
                  ? t("general.greetingHelp")
                  : t("general.greetingNowhere", { channel: t(`ui:channels.${page.channel}`) })
              }
              autosize
              maxLength={160}
              disabled={disabled}
              value={draft.greeting}
              error={faultAt(save.error, "/greeting")}
              onChange={(event) => setDraft({ ...draft, greeting: event.currentTarget.value })}
            />
            <HoursInput
              label={t("general.hours")}
              description={t("general.hoursHelp")}
              disabled={disabled}
              value={draft.hours}
              onChange={(hours) => setDraft({ ...draft, hours })}
            />
          </Section>
        </Paper>
        <Paper withBorder p="lg">
          <Section title={t("general.answers")} help={t("general.answersHelp")}>
            <FlowSelect
              label={t("general.welcome")}
              description={t("general.welcomeHelp")}
              disabled={disabled}
              value={draft.welcome_flow_id}
              onChange={(welcome_flow_id) => setDraft({ ...draft, welcome_flow_id })}
            />
            <FlowSelect
              label={t("general.defaultReply")}
              description={t("general.defaultReplyHelp")}
              disabled={disabled}
              value={draft.default_reply_flow_id}
              onChange={(default_reply_flow_id) => setDraft({ ...draft, default_reply_flow_id })}
            />
            <RepeatInput
              disabled={disabled}
              seconds={draft.default_reply_seconds}
              onChange={(default_reply_seconds) => setDraft({ ...draft, default_reply_seconds })}
            />
          </Section>
        </Paper>
        {page.channel === "webchat" && (
          <Paper withBorder p="lg">
            <Section title={t("general.sites")} help={t("general.sitesHelp")}>
              <Chips
                label={t("general.origins")}
                placeholder="https://shop.example.com"
                disabled={disabled}
                value={draft.origins}
                error={originFault}
                onChange={(origins) => setDraft({ ...draft, origins: origins.map(originOf) })}
              />
            </Section>
          </Paper>
        )}
        {save.error && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {errorText(save.error)}
          </Text>
        )}
        {mayBuild && (
          <Group>
            <Button type="submit" disabled={!hasChanges} loading={save.isPending}>
              {t("ui:save")}
            </Button>
            {hasChanges && (
              <Button variant="default" onClick={() => setDraft(draftOf(page))}>
                {t("general.discard")}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}
