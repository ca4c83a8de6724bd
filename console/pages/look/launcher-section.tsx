import { LauncherIcon } from "@banter/core/model/content/look.ts";
import { Input, NumberInput, Paper, SegmentedControl, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "../../ui/screen.tsx";
import type { LookSection } from "./section.ts";

const ownMargin = { side: 20, bottom: 20 };

/** The button on the owner's site: its corner, icon, words and distances. */
export function LauncherSection({ look, disabled, change }: LookSection) {
  const { t } = useTranslation("look");
  const { launcher = {}, margin = ownMargin, side = "right" } = look;
  const setMargin = (part: Partial<typeof ownMargin>) => {
    const wanted = { ...margin, ...part };
    const isOwn = wanted.side === ownMargin.side && wanted.bottom === ownMargin.bottom;
    change({ margin: isOwn ? undefined : wanted });
  };
  return (
    <Paper withBorder p="lg">
      <Section title={t("launcher.title")} help={t("launcher.help")}>
        <Input.Wrapper label={t("launcher.side")} labelElement="div">
          <SegmentedControl
            mt={4}
            fullWidth
            aria-label={t("launcher.side")}
            disabled={disabled}
            data={[
              { value: "left", label: t("launcher.left") },
              { value: "right", label: t("launcher.right") },
            ]}
            value={side}
            onChange={(side) => change({ side: side as "left" | "right" })}
          />
        </Input.Wrapper>
        <SimpleGrid cols={2}>
          <Distance
            label={t("launcher.marginSide")}
            value={margin.side}
            disabled={disabled}
            onChange={(side) => setMargin({ side })}
          />
          <Distance
            label={t("launcher.marginBottom")}
            value={margin.bottom}
            disabled={disabled}
            onChange={(bottom) => setMargin({ bottom })}
          />
        </SimpleGrid>
        <Select
          label={t("launcher.icon")}
          allowDeselect={false}
          disabled={disabled}
          data={LauncherIcon.options.map((value) => ({ value, label: t(`launcher.icons.${value}`) }))}
          value={launcher.icon ?? "chat"}
          onChange={(icon) => change({ launcher: { ...launcher, icon: LauncherIcon.parse(icon) } })}
        />
        <TextInput
          label={t("launcher.label")}
          placeholder={t("launcher.labelPlaceholder")}
          maxLength={30}
          disabled={disabled}
          value={launcher.label ?? ""}
          onChange={(event) => change({ launcher: { ...launcher, label: event.currentTarget.value } })}
        />
      </Section>
    </Paper>
  );
}

type DistanceProps = { label: string; value: number; disabled: boolean; onChange: (pixels: number) => void };

function Distance({ label, value, disabled, onChange }: DistanceProps) {
  return (
    <NumberInput
      label={label}
      min={0}
      max={200}
      clampBehavior="strict"
      allowDecimal={false}
      disabled={disabled}
      value={value}
      onChange={(pixels) => typeof pixels === "number" && onChange(pixels)}
    />
  );
}
