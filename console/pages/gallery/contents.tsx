import { List, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Template } from "./queries.ts";

/** The parts of a template: what a new page will have. */
export function Contents({ template }: { template: Template }) {
  const { t } = useTranslation("gallery");
  const { flows, keywords, ice_breakers, main_menu, fields } = template;
  return (
    <Stack gap="sm">
      <Title order={3} fz="md">
        {t("plan.title")}
      </Title>
      <Part title={t("flows", { count: flows.length })} items={flows} />
      <Part
        title={t("keywords", { count: keywords.length })}
        items={keywords.map(({ name, phrases }) => `${name}: ${phrases.slice(0, 3).join(", ")}`)}
      />
      <Part title={t("iceBreakers", { count: ice_breakers.length })} items={ice_breakers} />
      <Part title={t("menuItems", { count: main_menu.length })} items={main_menu} />
      {fields.length > 0 && <Part title={t("fields", { count: fields.length })} items={fields} />}
      <Text size="sm" c="dimmed">
        {t("plan.samples")}
      </Text>
    </Stack>
  );
}

/** A kind of things with their names. */
export function Part({ title, items }: { title: string; items: string[] }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm" spacing={0} listStyleType="none" c="dimmed">
        {items.map((item) => (
          <List.Item key={item} style={{ overflowWrap: "anywhere" }}>
            {item}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
