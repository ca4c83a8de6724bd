import { NumberInput, Paper, SimpleGrid, Switch, Text, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Chips } from "../../ui/chips.tsx";
import { Section } from "../../ui/screen.tsx";
import type { LookSection } from "./section.ts";

/** The greeting beside the launcher. */
export function BubbleSection({ look: { bubble }, faults, disabled, change }: LookSection) {
  const { t } = useTranslation("look");
  return (
    <Paper withBorder p="lg">
      <Section title={t("bubble.title")} help={t("bubble.help")}>
        <Switch
          label={t("bubble.on")}
          disabled={disabled}
          checked={bubble !== undefined}
          onChange={(event) =>
            change({ bubble: event.currentTarget.checked ? { text: "", delay_seconds: 3 } : undefined })
          }
        />
        {bubble && (
          <>
            <Textarea
              label={t("bubble.text")}
              placeholder={t("bubble.placeholder")}
              autosize
              maxLength={160}
              disabled={disabled}
              value={bubble.text}
              error={faults.has("bubble.text") && t("blank")}
              onChange={(event) => change({ bubble: { ...bubble, text: event.currentTarget.value } })}
            />
            <Seconds
              label={t("bubble.delay")}
              max={600}
              value={bubble.delay_seconds}
              disabled={disabled}
              onChange={(seconds) => change({ bubble: { ...bubble, delay_seconds: seconds ?? 0 } })}
            />
            <SitePages
              value={bubble.pages}
              isFaulty={faults.has("bubble.pages")}
              disabled={disabled}
              onChange={(pages) => change({ bubble: { ...bubble, pages } })}
            />
          </>
        )}
      </Section>
    </Paper>
  );
}

/** When the chat opens without a press. */
export function OpeningSection({ look: { opening }, faults, disabled, change }: LookSection) {
  const { t } = useTranslation("look");
  return (
    <Paper withBorder p="lg">
      <Section title={t("opening.title")} help={t("opening.help")}>
        <Switch
          label={t("opening.on")}
          disabled={disabled}
          checked={opening !== undefined}
          onChange={(event) =>
            change({ opening: event.currentTarget.checked ? { after_seconds: 30, once: true } : undefined })
          }
        />
        {opening && (
          <>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Seconds
                label={t("opening.afterSeconds")}
                max={3600}
                value={opening.after_seconds}
                disabled={disabled}
                onChange={(after_seconds) => change({ opening: { ...opening, after_seconds } })}
              />
              <NumberInput
                label={t("opening.afterScroll")}
                min={1}
                max={100}
                clampBehavior="strict"
                allowDecimal={false}
                suffix=" %"
                disabled={disabled}
                value={opening.after_scroll_percent ?? ""}
                onChange={(percent) =>
                  change({
                    opening: { ...opening, after_scroll_percent: typeof percent === "number" ? percent : undefined },
                  })
                }
              />
            </SimpleGrid>
            <Switch
              label={t("opening.onLeaving")}
              disabled={disabled}
              checked={opening.on_leaving === true}
              onChange={(event) =>
                change({ opening: { ...opening, on_leaving: event.currentTarget.checked || undefined } })
              }
            />
            {faults.has("opening") && (
              <Text role="alert" size="sm" c="var(--mantine-color-error)">
                {t("opening.atLeastOne")}
              </Text>
            )}
            <Switch
              label={t("opening.once")}
              disabled={disabled}
              checked={opening.once}
              onChange={(event) => change({ opening: { ...opening, once: event.currentTarget.checked } })}
            />
            <Switch
              label={t("opening.onPhones")}
              description={t("opening.onPhonesHelp")}
              disabled={disabled}
              checked={opening.on_phones === true}
              onChange={(event) =>
                change({ opening: { ...opening, on_phones: event.currentTarget.checked || undefined } })
              }
            />
            <SitePages
              value={opening.pages}
              isFaulty={faults.has("opening.pages")}
              disabled={disabled}
              onChange={(pages) => change({ opening: { ...opening, pages } })}
            />
          </>
        )}
      </Section>
    </Paper>
  );
}

type SecondsProps = {
  label: string;
  max: number;
  value: number | undefined;
  disabled: boolean;
  onChange: (seconds: number | undefined) => void;
};

function Seconds({ label, max, value, disabled, onChange }: SecondsProps) {
  return (
    <NumberInput
      label={label}
      min={0}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      disabled={disabled}
      value={value ?? ""}
      onChange={(seconds) => onChange(typeof seconds === "number" ? seconds : undefined)}
    />
  );
}

type SitePagesProps = {
  value: string[] | undefined;
  isFaulty: boolean;
  disabled: boolean;
  onChange: (pages: string[]) => void;
};

function SitePages({ value = [], isFaulty, disabled, onChange }: SitePagesProps) {
  const { t } = useTranslation("look");
  return (
    <Chips
      label={t("sitePages.label")}
      description={t("sitePages.help")}
      placeholder="/products/*"
      disabled={disabled}
      value={value}
      error={isFaulty ? t("sitePages.fault") : undefined}
      onChange={onChange}
    />
  );
}
