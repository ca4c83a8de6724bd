import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import { List, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Template } from "./queries.ts";

/** The parts of a template: what a new page will have, and which of it the channel has no place for. */
export function Contents({ template, channel }: { template: Template; channel: ChannelType }) {
  const { t } = useTranslation("gallery");
  const facts = channelFacts[channel];
  const nowhere = t("plan.nowhere", { channel: t(`channels:${channel}.name`) });
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
      <Part
        title={t("iceBreakers", { count: ice_breakers.length })}
        items={ice_breakers}
        note={facts.iceBreakers.count === 0 ? nowhere : undefined}
      />
      <Part
        title={t("menuItems", { count: main_menu.length })}
        items={main_menu}
        note={facts.mainMenu.count === 0 ? nowhere : undefined}
      />
      {fields.length > 0 && <Part title={t("fields", { count: fields.length })} items={fields} />}
      <Text size="sm" c="dimmed">
        {t("plan.samples")}
      </Text>
    </Stack>
  );
}

/** A kind of things with their names. */
export function Part({ title, items, note }: { title: string; items: string[]; note?: string | undefined }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {note && (
        <Text size="sm" c="dimmed" fs="italic">
          {note}
        </Text>
      )}
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
