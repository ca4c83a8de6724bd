import { customerFields, variables } from "@banter/core/model/variables.ts";
import { ActionIcon, Menu, ScrollArea, Text } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";

/** All variables that a text can contain. */
export function VariableMenu({ onPick, field }: { onPick: (name: string) => void; field: string }) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const groups = [
    { title: t("variables.customer"), items: [...customerFields] as string[] },
    { title: t("variables.custom"), items: [...names.field.values()] },
    { title: t("variables.other"), items: [...variables] as string[] },
  ];
  return (
    <Menu position="bottom-end" withinPortal shadow="md" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("variables.insert", { field })}>
          <IconBraces size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={320}>
          {groups
            .filter(({ items }) => items.length > 0)
            .map(({ title, items }) => (
              <div key={title}>
                <Menu.Label>{title}</Menu.Label>
                {items.map((name) => (
                  <Menu.Item key={name} onClick={() => onPick(name)}>
                    <Text size="sm">{t(`variables.names.${name}`, { defaultValue: name })}</Text>
                    <Text size="xs" c="dimmed" ff="monospace">
                      {`{{${name}}}`}
                    </Text>
                  </Menu.Item>
                ))}
              </div>
            ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
