import { Group, Paper, SimpleGrid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import type { Home } from "../queries.ts";
import { TextLink } from "../ui/links.tsx";
import { Section } from "../ui/screen.tsx";

const shown = ["new_customers", "received", "answered_by_bot", "answered_by_person", "unmatched"] as const;

/** Today is not over, so yesterday stands beside it as a number and not as a change. */
export function Today({ today, yesterday }: Pick<Home, "today" | "yesterday">) {
  const { t, i18n } = useTranslation("home");
  const { id: pageId } = usePage();
  return (
    <Section
      title={t("today.title")}
      actions={
        <TextLink to="/pages/$pageId/statistics" params={{ pageId }} size="sm">
          {t("today.more")}
        </TextLink>
      }
    >
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="sm">
        {shown.map((name) => (
          <Paper key={name} withBorder p="sm">
            <Text size="sm" c="dimmed">
              {t(`numbers.${name}`)}
            </Text>
            <Group gap={6} align="baseline">
              <Text fz={24} fw={600} data-number={name}>
                {today[name].toLocaleString(i18n.language)}
              </Text>
              <Text size="xs" c="dimmed">
                {t("today.yesterday", { count: yesterday[name] })}
              </Text>
            </Group>
          </Paper>
        ))}
      </SimpleGrid>
    </Section>
  );
}
