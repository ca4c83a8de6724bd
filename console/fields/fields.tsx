import { FieldType } from "@banter/core/model/custom-field.ts";
import { FieldName } from "@banter/core/model/names.ts";
import { Badge, Code, Group, Paper, Select, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useMay, usePage } from "../frame/use-page.ts";
import { fieldsQuery } from "../queries.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Section } from "../ui/screen.tsx";
import { AddForm } from "./add-form.tsx";
import { PlainList } from "./list.tsx";
import { RemoveButton } from "./remove-button.tsx";

type Field = { id: number; name: string; type: FieldType };

export function Fields() {
  const { t } = useTranslation("fields");
  const mayBuild = useMay("build");
  const { data, error, refetch } = useQuery(fieldsQuery(usePage().id));
  return (
    <Section title={t("fields.title")} help={t("fields.help", { example: "{{size}}" })}>
      {mayBuild && <AddField />}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton h={120} />}
      {data?.length === 0 && <Text c="dimmed">{t("fields.empty")}</Text>}
      {data && data.length > 0 && (
        <PlainList
          label={t("fields.list")}
          items={data}
          render={(field) => <FieldRow field={field} mayBuild={mayBuild} />}
        />
      )}
    </Section>
  );
}

function AddField() {
  const { t } = useTranslation("fields");
  const { id: page_id } = usePage();
  const [type, setType] = useState<FieldType>("text");
  return (
    <AddForm
      of="fields"
      form={FieldName}
      add={(name) => api("POST /pages/:page_id/fields", { params: { page_id }, body: { name, type } })}
      queryKey={fieldsQuery(page_id).queryKey}
      rule={t("fields.rule")}
    >
      <Select
        w={140}
        label={t("fields.type")}
        data={FieldType.options.map((one) => ({ value: one, label: t(`type.${one}`) }))}
        value={type}
        allowDeselect={false}
        onChange={(value) => setType(FieldType.options.find((one) => one === value) ?? "text")}
      />
    </AddForm>
  );
}

function FieldRow({ field: { id, name, type }, mayBuild }: { field: Field; mayBuild: boolean }) {
  const { t } = useTranslation("fields");
  const { id: page_id } = usePage();
  return (
    <Paper withBorder px="sm" py={6}>
      <Group gap="xs" wrap="nowrap" mih={32}>
        <Group flex={1} miw={0} gap="xs" wrap="nowrap">
          <Code>{`{{${name}}}`}</Code>
          <CopyButton value={`{{${name}}}`} what={t("fields.what", { name })} />
        </Group>
        <Badge variant="default" tt="none" fw={500}>
          {t(`type.${type}`)}
        </Badge>
        {mayBuild && (
          <RemoveButton
            of="fields"
            name={name}
            uses={() => api("GET /pages/:page_id/fields/:field_id/uses", { params: { page_id, field_id: id } })}
            remove={() => api("DELETE /pages/:page_id/fields/:field_id", { params: { page_id, field_id: id } })}
            queryKey={fieldsQuery(page_id).queryKey}
          />
        )}
      </Group>
    </Paper>
  );
}
