import { Paper, Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "../../ui/screen.tsx";
import type { FormSection } from "./section.ts";
import { WordsInput } from "./words-input.tsx";

/** The line that visitors agree to, with a link. */
export function ConsentSection({ form: { consent }, faults, disabled, change }: FormSection) {
  const { t } = useTranslation("prechat");
  return (
    <Paper withBorder p="lg">
      <Section title={t("consent.title")} help={t("consent.help")}>
        <Switch
          label={t("consent.on")}
          disabled={disabled}
          checked={consent !== undefined}
          onChange={(event) =>
            change({ consent: event.currentTarget.checked ? { text: {}, is_required: true } : undefined })
          }
        />
        {consent && (
          <>
            <WordsInput
              label={t("consent.text")}
              own={t("consent.example")}
              max={400}
              isLong
              disabled={disabled}
              error={faults.has("consent.text") && t("look:blank")}
              value={consent.text}
              onChange={(text) => change({ consent: { ...consent, text } })}
            />
            <TextInput
              label={t("consent.url")}
              placeholder="https://example.com/privacy"
              maxLength={2000}
              disabled={disabled}
              error={faults.has("consent.url") && t("consent.urlFault")}
              value={consent.url ?? ""}
              onChange={(event) => change({ consent: { ...consent, url: event.currentTarget.value } })}
            />
            <Switch
              label={t("consent.required")}
              disabled={disabled}
              checked={consent.is_required}
              onChange={(event) => change({ consent: { ...consent, is_required: event.currentTarget.checked } })}
            />
          </>
        )}
      </Section>
    </Paper>
  );
}
