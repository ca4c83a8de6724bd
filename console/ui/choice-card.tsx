import { Group, Radio, Text } from "@mantine/core";
import type { ReactNode } from "react";

type Props = { value: string; title: string; help: string; icon?: ReactNode };

/** One of several options, with a short explanation. Used in a Radio.Group. */
export function ChoiceCard({ value, title, help, icon }: Props) {
  return (
    <Radio.Card value={value} p="md" aria-label={title} className="choice-card">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Radio.Indicator />
        {icon}
        <div>
          <Text fw={600} size="sm">
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {help}
          </Text>
        </div>
      </Group>
    </Radio.Card>
  );
}
