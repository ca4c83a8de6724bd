import { channelFacts, ownChannel } from "@banter/core/channels/index.ts";
import { Paper, Switch, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { FlowSelect } from "../../frame/flow-select.tsx";
import { HashTarget } from "../../frame/navigation/hash-target.tsx";
import { usePage } from "../../frame/use-page.ts";
import { Chips } from "../../ui/chips.tsx";
import { faultAt } from "../../ui/error-text.ts";
import { HoursInput } from "../../ui/hours-input.tsx";
import { Section } from "../../ui/screen.tsx";
import { ZoneSelect } from "../zones/zone-select.tsx";
import { originOf, type PageDraft } from "./page-draft.ts";
import { RepeatInput } from "./repeat-input.tsx";

type Props = { form: UseFormReturnType<PageDraft>; disabled: boolean; error: unknown };

/** Name, time zone, greeting and opening hours. */
export function AboutSection({ form, disabled, error }: Props) {
  const { t } = useTranslation("pages");
  const page = usePage();
  const hasGreeting = channelFacts[page.channel].showsGreeting;
  return (
    <Paper withBorder p="lg">
      <Section title={t("general.about")}>
        <TextInput
          label={t("general.name")}
          required
          maxLength={200}
          disabled={disabled}
          {...form.getInputProps("name")}
          error={faultAt(error, "/name")}
        />
        <ZoneSelect
          disabled={disabled}
          value={form.values.timezone}
          error={faultAt(error, "/timezone")}
          onChange={(zone) => form.setFieldValue("timezone", zone)}
        />
        <Textarea
          label={t("general.greeting")}
          description={
            hasGreeting
              ? t("general.greetingHelp")
              : t("general.greetingNowhere", { channel: t(`channels:${page.channel}.name`) })
          }
          autosize
          maxLength={160}
          disabled={disabled}
          {...form.getInputProps("greeting")}
          error={faultAt(error, "/greeting")}
        />
        <HoursInput
          label={t("general.hours")}
          description={t("general.hoursHelp")}
          disabled={disabled}
          value={form.values.hours}
          onChange={(hours) => form.setFieldValue("hours", hours)}
        />
      </Section>
    </Paper>
  );
}

/** The flows that answer when no keyword matches. */
export function AnswersSection({ form, disabled }: Props) {
  const { t } = useTranslation("pages");
  const page = usePage();
  return (
    <Paper withBorder p="lg">
      <Section title={t("general.answers")} help={t("general.answersHelp")}>
        <HashTarget id="welcome-flow">
          <FlowSelect
            label={t("general.welcome")}
            description={t("general.welcomeHelp")}
            disabled={disabled}
            value={form.values.welcome_flow_id}
            onChange={(id) => form.setFieldValue("welcome_flow_id", id)}
          />
        </HashTarget>
        {page.channel === ownChannel && (
          <Switch
            label={t("general.welcomesOnOpen")}
            description={t("general.welcomesOnOpenHelp")}
            disabled={disabled}
            {...form.getInputProps("welcomes_on_open", { type: "checkbox" })}
          />
        )}
        <HashTarget id="default-reply">
          <FlowSelect
            label={t("general.defaultReply")}
            description={t("general.defaultReplyHelp")}
            disabled={disabled}
            value={form.values.default_reply_flow_id}
            onChange={(id) => form.setFieldValue("default_reply_flow_id", id)}
          />
        </HashTarget>
        <RepeatInput
          disabled={disabled}
          seconds={form.values.default_reply_seconds}
          onChange={(seconds) => form.setFieldValue("default_reply_seconds", seconds)}
        />
      </Section>
    </Paper>
  );
}

/** The sites that may embed the web chat, and what its visitors may send. */
export function SitesSection({ form, disabled, error }: Props) {
  const { t } = useTranslation("pages");
  const { origins } = form.values;
  return (
    <Paper withBorder p="lg">
      <Section title={t("general.sites")} help={t("general.sitesHelp")}>
        <Chips
          label={t("general.origins")}
          placeholder="https://shop.example.com"
          disabled={disabled}
          value={origins}
          error={origins.map((_, at) => faultAt(error, `/origins/${at}`)).find(Boolean)}
          onChange={(sites) => form.setFieldValue("origins", sites.map(originOf))}
        />
        <Switch
          label={t("general.takesFiles")}
          description={t("general.takesFilesHelp")}
          disabled={disabled}
          {...form.getInputProps("takes_files", { type: "checkbox" })}
        />
      </Section>
    </Paper>
  );
}
