import { ActionIcon, Group, type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { type Icon, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { chooseLanguage, type Language, languages } from "../../words.ts";

const schemes: Record<MantineColorScheme, Icon> = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

/** Language and colours, remembered in this browser, for screens without an account. */
export function Preferences() {
  const { t } = useTranslation("ui");
  const { colorScheme } = useMantineColorScheme();
  return (
    <Group gap="xs">
      <IconMenu label={t("preferences.language")} icon={IconLanguage}>
        <LanguageChoice />
      </IconMenu>
      <IconMenu label={t("preferences.colors")} icon={schemes[colorScheme]}>
        <SchemeChoice />
      </IconMenu>
    </Group>
  );
}

/** The languages as items of a menu. */
export function LanguageChoice() {
  const { i18n } = useTranslation("ui");
  return (
    <Choice
      choices={Object.entries(languages)}
      value={i18n.language}
      onChange={(language) => chooseLanguage(language as Language)}
    />
  );
}

/** The colour schemes as items of a menu. */
export function SchemeChoice() {
  const { t } = useTranslation("ui");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Choice
      choices={Object.keys(schemes).map((scheme) => [scheme, t(`preferences.schemes.${scheme}`)] as const)}
      value={colorScheme}
      onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
    />
  );
}

function IconMenu({ label, icon: Icon, children }: { label: string; icon: Icon; children: ReactNode }) {
  return (
    <Menu position="top-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
          <Icon size={20} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

type Props = {
  choices: (readonly [value: string, name: string])[];
  value: string;
  onChange: (value: string) => void;
};

function Choice({ choices, value, onChange }: Props) {
  return (
    <Menu.RadioGroup value={value} onChange={onChange}>
      {choices.map(([value, name]) => (
        <Menu.RadioItem key={value} value={value} closeMenuOnClick>
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
