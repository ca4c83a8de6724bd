import { Box, Center, Group, Paper, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Preferences } from "../frame/navigation/preferences.tsx";
import { Logo } from "../ui/logo.tsx";
import { addWords } from "../words.ts";
import * as words from "./words.ts";

addWords("account", words);

/** The centred card for login, sign-up and joining. */
export function AccountFrame({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Banter`);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Box w="100%" maw={400}>
        <Group justify="space-between" mb="md">
          <Logo />
          <Preferences />
        </Group>
        <Paper withBorder p="xl" shadow="sm">
          <Title order={1}>{title}</Title>
          {help && (
            <Text c="dimmed" mt={4}>
              {help}
            </Text>
          )}
          <Box mt="lg">{children}</Box>
        </Paper>
      </Box>
    </Center>
  );
}
