import { channelFacts } from "@banter/core/channels/index.ts";
import { isEventTool, ToolType } from "@banter/core/model/tool.ts";
import { Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { ChoiceCard } from "../ui/choice-card.tsx";

type Props = { type: ToolType; onChange: (type: ToolType) => void };

/** The types of tools that do something on the page's channel: those that open the chat, and those that wait in it. */
export function TypeChoice({ type, onChange }: Props) {
  const { t } = useTranslation("tools");
  const { channel } = usePage();
  const { tools } = channelFacts[channel];
  const groups = [
    { title: t("form.opens"), types: tools.filter((one) => !isEventTool(one)) },
    { title: t("form.waits"), types: tools.filter(isEventTool) },
  ].filter(({ types }) => types.length > 0);
  return (
    <Radio.Group
      label={t("form.type")}
      value={type}
      onChange={(value) => onChange(ToolType.options.find((one) => one === value) ?? type)}
    >
      <Stack gap="sm" mt={6}>
        {groups.map(({ title, types }) => (
          <div key={title}>
            {groups.length > 1 && (
              <Text size="sm" c="dimmed" mb={4}>
                {title}
              </Text>
            )}
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              {types.map((one) => (
                <ChoiceCard key={one} value={one} title={t(`type.${one}.name`)} help={t(`type.${one}.help`)} />
              ))}
            </SimpleGrid>
          </div>
        ))}
      </Stack>
    </Radio.Group>
  );
}
