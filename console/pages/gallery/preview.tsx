import { Badge, Box, Group, Paper, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Template } from "./queries.ts";

/** How the bot of a template greets a customer, drawn as a chat. */
export function Preview({ template, pageName }: { template: Template; pageName: string }) {
  const { t } = useTranslation("gallery");
  const { texts, buttons, quick_replies } = template.hello;
  return (
    <Box component="section" aria-label={t("preview")} className="gallery-preview">
      <Stack gap={6} align="flex-start">
        {texts.map((text, index) => (
          <Paper key={text} radius="lg" px="sm" py={8} maw="92%" className="gallery-bubble">
            <Text size="sm">{text.replaceAll("{{page_name}}", pageName)}</Text>
            {index === texts.length - 1 &&
              buttons.map((title) => (
                <Text key={title} size="sm" fw={600} ta="center" className="gallery-button">
                  {title}
                </Text>
              ))}
          </Paper>
        ))}
        {quick_replies.length > 0 && (
          <Group gap={6} mt={4}>
            {quick_replies.map((title) => (
              <Badge key={title} variant="outline" size="lg" radius="xl" tt="none" fw={500}>
                {title}
              </Badge>
            ))}
          </Group>
        )}
      </Stack>
    </Box>
  );
}
