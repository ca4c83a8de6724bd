import { Button, Group, Paper, Select, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { fieldsQuery } from "../../queries.ts";
import { Section } from "../../ui/screen.tsx";
import { type ImportTarget, type Job, jobQuery } from "../queries.ts";

type Props = { job: Job; columns: NonNullable<Job["columns"]>; onChecking: () => void };

const targets = [
  "psid",
  "name",
  "first_name",
  "last_name",
  "email",
  "phone",
  "address",
  "gender",
  "locale",
  "timezone",
  "tag",
] as const;

/** The choice of a target for each column. Nothing is changed yet. */
export function ImportMapping({ job, columns, onChecking }: Props) {
  const { t } = useTranslation("customers");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const [mapping, setMapping] = useState(columns.map(({ target }) => target));
  const { data: fields = [] } = useQuery(fieldsQuery(page_id));
  const check = useMutation({
    mutationFn: () =>
      api("POST /pages/:page_id/customer_jobs/:job_id/check", {
        params: { page_id, job_id: job.id },
        body: { mapping },
      }),
    onSuccess: (next) => {
      client.setQueryData(jobQuery(page_id, job.id).queryKey, next);
      onChecking();
    },
  });
  const problem = problemOf(mapping);
  const data = [
    ...targets.map((value) => ({ value: value as string, label: t(`import.targets.${value}`) })),
    ...fields.map(({ name, label }) => ({ value: `field:${name}`, label: t("import.field", { name: label }) })),
  ];
  return (
    <Paper withBorder p="lg">
      <Section title={t("import.mapping")} help={t("import.mappingHelp")}>
        <Table.ScrollContainer minWidth={320}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("import.column")}</Table.Th>
                <Table.Th visibleFrom="xs">{t("import.samples")}</Table.Th>
                <Table.Th>{t("import.target")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {columns.map(({ name, samples }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
                <Table.Tr key={index}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td visibleFrom="xs">
                    <Text size="sm" c="dimmed" lineClamp={1}>
                      {samples.filter(Boolean).join(", ")}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Select
                      aria-label={`${t("import.target")}: ${name}`}
                      placeholder={t("import.skip")}
                      clearable
                      searchable
                      data={data}
                      value={mapping[index] ?? null}
                      onChange={(target) =>
                        setMapping(
                          mapping.map((old, place) => (place === index ? (target as ImportTarget | null) : old)),
                        )
                      }
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Stack gap="xs">
          {problem && (
            <Text size="sm" c="red" role="alert">
              {t(`import.${problem}`)}
            </Text>
          )}
          <Group justify="flex-end">
            <Button disabled={problem !== undefined} loading={check.isPending} onClick={() => check.mutate()}>
              {t("import.check")}
            </Button>
          </Group>
        </Stack>
      </Section>
    </Paper>
  );
}

function problemOf(mapping: (ImportTarget | null)[]): "needsKey" | "twice" | undefined {
  const used = mapping.filter((target) => target !== null);
  if (new Set(used).size < used.length) return "twice";
  return used.some((target) => target === "psid" || target === "phone" || target === "email") ? undefined : "needsKey";
}
