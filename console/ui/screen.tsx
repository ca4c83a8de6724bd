import { Box, Group, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";

type Props = {
  title: string;
  /** One line on what the screen is for. */
  help?: string;
  /** Buttons on the right, the most important one last. */
  actions?: ReactNode;
  /** Forms are easier to read narrow. */
  isForm?: boolean;
  children: ReactNode;
};

/** A screen: its heading, its one line of help, its actions, and the content below. */
export function ScreenFrame({ title, help, actions, isForm = false, children }: Props) {
  useDocumentTitle(`${title} · Banter`);
  return (
    <Box p={{ base: "md", sm: "xl" }} maw={`calc(var(${isForm ? "--form-width" : "--content-width"}) + 64px)`}>
      <Group justify="space-between" align="flex-start" gap="md" mb="lg">
        <Box flex="1 1 260px">
          <Title order={1}>{title}</Title>
          {help && (
            <Text c="dimmed" mt={4}>
              {help}
            </Text>
          )}
        </Box>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}

/** A part of a screen with its own heading; without children, a heading with actions beside it. */
export function Section({
  title,
  help,
  actions,
  children,
}: Omit<Props, "isForm" | "children"> & { children?: ReactNode }) {
  return (
    <Box component="section">
      <Group justify="space-between" align="flex-start" mb={children ? "sm" : undefined}>
        <Box flex="1 1 260px">
          <Title order={2}>{title}</Title>
          {help && (
            <Text c="dimmed" size="sm" mt={2}>
              {help}
            </Text>
          )}
        </Box>
        {actions}
      </Group>
      {children && <Stack gap="md">{children}</Stack>}
    </Box>
  );
}
