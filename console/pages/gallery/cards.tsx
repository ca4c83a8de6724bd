import type { TemplateName } from "@banter/core/api/template-choice.ts";
import { Group, SimpleGrid, Skeleton, Text, ThemeIcon, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Failure } from "../../ui/failure.tsx";
import { looks } from "./looks.ts";
import { type Template, templatesQuery } from "./queries.ts";
import { useTemplateLanguage } from "./use-template-language.ts";

/** All templates, each a button. */
export function Cards({ onChoose }: { onChoose: (name: TemplateName) => void }) {
  const { data, error, refetch } = useQuery(templatesQuery(useTemplateLanguage()));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton h={420} aria-busy />;
  return (
    <SimpleGrid component="ul" m={0} p={0} cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" style={{ listStyle: "none" }}>
      {data.map((template) => (
        <li key={template.name}>
          <Card template={template} onChoose={() => onChoose(template.name)} />
        </li>
      ))}
    </SimpleGrid>
  );
}

function Card({ template: { name, title, flows, keywords }, onChoose }: { template: Template; onChoose: () => void }) {
  const { t } = useTranslation("gallery");
  const { icon: Icon, color } = looks[name];
  return (
    <UnstyledButton p="lg" w="100%" className="gallery-card" onClick={onChoose}>
      <Group wrap="nowrap" align="flex-start">
        <ThemeIcon size={40} radius="md" variant="light" color={color}>
          <Icon size={22} aria-hidden />
        </ThemeIcon>
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm" mt={2}>
            {t(`summary.${name}`)}
          </Text>
          <Text size="xs" c="dimmed" mt={8}>
            {t("flows", { count: flows.length })} · {t("keywords", { count: keywords.length })}
          </Text>
        </div>
      </Group>
    </UnstyledButton>
  );
}
