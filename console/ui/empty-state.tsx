import { Paper, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";

type Props = {
  icon: Icon;
  title: string;
  /** One or two sentences about the missing content. */
  help: string;
  /** A button for the next step. */
  action?: ReactNode;
};

/** Shown in place of an empty list. */
export function EmptyState({ icon: Icon, title, help, action }: Props) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" py="lg">
        <ThemeIcon size={48} radius="xl" variant="light">
          <Icon size={26} aria-hidden />
        </ThemeIcon>
        <Title order={2} ta="center">
          {title}
        </Title>
        <Text c="dimmed" ta="center" maw={440}>
          {help}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
