import { Button, ColorInput, Group, Input, Paper, SegmentedControl, Select, Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { ChooseButton } from "../../media/choose-button.tsx";
import { Section } from "../../ui/screen.tsx";
import { languages } from "../../words.ts";
import type { LookSection } from "./section.ts";

const swatches = ["#2b59e8", "#0f766e", "#15803d", "#b45309", "#7a1f2b", "#be185d", "#6d28d9", "#111827"];

/** Colour, picture, name, scheme and language. */
export function BrandSection({ look, disabled, change }: LookSection) {
  const { t } = useTranslation("look");
  const page = usePage();
  return (
    <Paper withBorder p="lg">
      <Section title={t("brand.title")} help={t("brand.help")}>
        <ColorInput
          label={t("brand.color")}
          description={t("brand.colorHelp")}
          placeholder="#2b59e8"
          format="hex"
          withEyeDropper={false}
          swatches={swatches}
          disabled={disabled}
          value={look.color ?? ""}
          onChange={(color) => change({ color: color || undefined })}
        />
        <Picture look={look} disabled={disabled} change={change} />
        <TextInput
          label={t("brand.name")}
          description={t("brand.nameHelp")}
          placeholder={page.name}
          maxLength={60}
          disabled={disabled}
          value={look.name ?? ""}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Input.Wrapper label={t("brand.scheme")} labelElement="div">
          <SegmentedControl
            mt={4}
            fullWidth
            aria-label={t("brand.scheme")}
            disabled={disabled}
            data={[
              { value: "", label: t("brand.visitors") },
              { value: "light", label: t("brand.light") },
              { value: "dark", label: t("brand.dark") },
            ]}
            value={look.scheme ?? ""}
            onChange={(scheme) => change({ scheme: scheme === "" ? undefined : (scheme as "light" | "dark") })}
          />
        </Input.Wrapper>
        <Select
          label={t("brand.language")}
          allowDeselect={false}
          disabled={disabled}
          data={[
            { value: "", label: t("brand.visitors") },
            ...Object.entries(languages).map(([value, label]) => ({ value, label })),
          ]}
          value={look.language ?? ""}
          onChange={(language) => change({ language: language ? (language as "en" | "vi") : undefined })}
        />
      </Section>
    </Paper>
  );
}

function Picture({ look: { picture }, disabled, change }: Pick<LookSection, "look" | "disabled" | "change">) {
  const { t } = useTranslation("look");
  return (
    <Input.Wrapper label={t("brand.picture")} description={t("brand.pictureHelp")} labelElement="div">
      <Group gap="sm" mt={6}>
        {picture ? (
          <img className="look-picture" src={picture} alt={t("brand.picture")} />
        ) : (
          <Text size="sm" c="dimmed">
            {t("brand.noPicture")}
          </Text>
        )}
        {!disabled && (
          <ChooseButton
            field={t("brand.picture")}
            kinds={["image"]}
            onChoose={(media) => change({ picture: media.url })}
          />
        )}
        {picture && !disabled && (
          <Button size="compact-sm" variant="default" onClick={() => change({ picture: undefined })}>
            {t("brand.removePicture")}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
