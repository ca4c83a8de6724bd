import { Group, type GroupProps, Text } from "@mantine/core";
import { IconMessage2Bolt } from "@tabler/icons-react";

/** The product's name and icon. */
export function Logo(props: GroupProps) {
  return (
    <Group gap={8} {...props}>
      <IconMessage2Bolt size={24} color="var(--mantine-color-anchor)" aria-hidden />
      <Text fw={700} size="lg" className="logo-name">
        Banter
      </Text>
    </Group>
  );
}
