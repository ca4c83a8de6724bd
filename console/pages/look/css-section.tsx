import type { CssVariable } from "@banter/core/model/content/css-variables.ts";
import { Button, Collapse, Paper, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Section } from "../../ui/screen.tsx";
import type { LookSection } from "./section.ts";

const examples: Record<CssVariable, string> = {
  "--surface": "#ffffff",
  "--surface-dark": "#17181c",
  "--font": 'Georgia, "Be Vietnam Pro", serif',
  "--font-size": "16px",
  "--radius": "18px",
  "--panel-width": "400px",
  "--panel-height": "680px",
  "--launcher-size": "56px",
};

/** Variables of the style, for web designers. */
export function CssSection({ look: { css = {} }, faults, disabled, change }: LookSection) {
  const { t } = useTranslation("look");
  const [isShown, setShown] = useState(Object.keys(css).length > 0);
  // A value is not wrong before it is finished.
  const [editing, setEditing] = useState("");
  return (
    <Paper withBorder p="lg">
      <Section title={t("css.title")} help={t("css.help")}>
        <div>
          <Button variant="default" size="compact-sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? t("css.hide") : t("css.show")}
          </Button>
        </div>
        <Collapse expanded={isShown}>
          <Stack gap="sm">
            {Object.entries(examples).map(([name, example]) => (
              <TextInput
                key={name}
                label={<code>{name}</code>}
                placeholder={example}
                maxLength={200}
                disabled={disabled}
                value={css[name as CssVariable] ?? ""}
                error={editing !== name && faults.has(`css.${name}`) && t("css.fault", { example })}
                onFocus={() => setEditing(name)}
                onBlur={() => setEditing("")}
                onChange={(event) => change({ css: { ...css, [name]: event.currentTarget.value } })}
              />
            ))}
          </Stack>
        </Collapse>
      </Section>
    </Paper>
  );
}
