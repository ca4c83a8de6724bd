import { Paper, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "../../ui/screen.tsx";
import type { LookSection } from "./section.ts";

/** The owner's own words in the chat. */
export function TextsSection({ look: { texts = {} }, disabled, change }: LookSection) {
  const { t } = useTranslation("look");
  const field = (name: keyof typeof texts, maxLength: number) => ({
    maxLength,
    disabled,
    value: texts[name] ?? "",
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change({ texts: { ...texts, [name]: event.currentTarget.value } }),
  });
  return (
    <Paper withBorder p="lg">
      <Section title={t("texts.title")} help={t("texts.help")}>
        <TextInput label={t("texts.heading")} {...field("title", 60)} />
        <TextInput label={t("texts.placeholder")} {...field("placeholder", 60)} />
        <TextInput label={t("texts.away")} description={t("texts.awayHelp")} {...field("away", 160)} />
      </Section>
    </Paper>
  );
}
