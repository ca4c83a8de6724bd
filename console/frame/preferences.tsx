import { ActionIcon, Group, type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { type Icon, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { chooseLanguage, type Language, languages } from "../words.ts";

const schemes: Record<MantineColorScheme, Icon> = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

/** Language and colours, remembered in this browser. */
export function Preferences() {
  const { t, i18n } = useTranslation("ui");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const names = Object.keys(schemes).map((scheme) => [scheme, t(`preferences.schemes.${scheme}`)] as const);
  return (
    <Group gap="xs" className="nav-foot">
      <Choice
        label={t("preferences.language")}
        icon={IconLanguage}
        choices={Object.entries(languages)}
        value={i18n.language}
        onChange={(language) => chooseLanguage(language as Language)}
      />
      <Choice
        label={t("preferences.colors")}
        icon={schemes[colorScheme]}
        choices={names}
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      />
    </Group>
  );
}

type Props = {
  label: string;
  icon: Icon;
  choices: (readonly [value: string, name: string])[];
  value: string;
  onChange: (value: string) => void;
};

function Choice({ label, icon: Icon, choices, value, onChange }: Props) {
  return (
    <Menu position="top-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
          <Icon size={20} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value} onChange={onChange}>
          {choices.map(([value, name]) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
