import { importFaultIn } from "@banter/core/api/import-faults.ts";
import { Accordion, Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { Section } from "../../ui/screen.tsx";
import { customersKey, type Job } from "../queries.ts";

/** The errors of a file: equal ones together, their lines folded. */
export function ImportErrors({ job }: { job: Job }) {
  const { t, i18n } = useTranslation("customers");
  const { id: page_id } = usePage();
  const { data } = useQuery({
    queryKey: [...customersKey(page_id), "errors", job.id, job.state],
    queryFn: () =>
      api("GET /pages/:page_id/customer_jobs/:job_id/error_groups", { params: { page_id, job_id: job.id } }),
  });
  const nameOf = (subject: string) => t(`import.targets.${subject}`, { defaultValue: subject });
  return (
    <Paper withBorder p="lg">
      <Section
        title={t("import.errors")}
        actions={
          <Button
            component="a"
            size="compact-sm"
            variant="default"
            download
            href={`/api/v1/pages/${encodeURIComponent(page_id)}/customer_jobs/${job.id}/errors.csv`}
          >
            {t("import.download")}
          </Button>
        }
      >
        <Accordion variant="contained" multiple>
          {data?.groups.map(({ error, count, lines }, index) => (
            // The value becomes part of an id, which has no spaces.
            <Accordion.Item key={error} value={String(index)}>
              <Accordion.Control>
                <Group gap="xs" wrap="nowrap">
                  <Badge variant="light" color="red" tt="none" style={{ flexShrink: 0 }}>
                    {count.toLocaleString(i18n.language)} ×
                  </Badge>
                  <Text size="sm">{importFaultIn(i18n.language, error, nameOf)}</Text>
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: "none" }}>
                  {lines.map(({ line, cells }) => (
                    <Text key={line} component="li" size="sm" lineClamp={1}>
                      <strong>{t("import.line", { line })}</strong> {cells.filter(Boolean).join(", ")}
                    </Text>
                  ))}
                  {count > lines.length && (
                    <Text component="li" size="sm" c="dimmed">
                      {t("import.moreLines", { count: count - lines.length })}
                    </Text>
                  )}
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </Section>
    </Paper>
  );
}
