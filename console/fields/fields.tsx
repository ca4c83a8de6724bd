import { FieldType } from "@banter/core/model/custom-field.ts";
import { fieldNameOf, Name } from "@banter/core/model/names.ts";
import { ActionIcon, Badge, Code, Group, Paper, Select, Skeleton, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
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
import { RenameInput } from "./rename-input.tsx";
import { UsesButton } from "./uses-button.tsx";

type Field = { id: number; name: string; label: string; type: FieldType };

/** Any label of which some letter or digit can stand in a name. */
const Label = Name.refine((label) => fieldNameOf(label) !== undefined);

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
      form={Label}
      add={(label) => {
        const name = fieldNameOf(label) ?? label;
        const body = { name, type, label: label === name ? null : label };
        return api("POST /pages/:page_id/fields", { params: { page_id }, body });
      }}
      queryKey={fieldsQuery(page_id).queryKey}
      rule={(typed) => t("fields.rule", { name: `{{${fieldNameOf(typed) ?? t("fields.placeholder")}}}` })}
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

function FieldRow({ field, mayBuild }: { field: Field; mayBuild: boolean }) {
  const { t } = useTranslation("fields");
  const { id: page_id } = usePage();
  const { id: field_id, name, label, type } = field;
  const [isRenaming, setRenaming] = useState(false);
  const client = useQueryClient();
  const { queryKey } = fieldsQuery(page_id);
  const params = { page_id, field_id };
  const uses = () => api("GET /pages/:page_id/fields/:field_id/uses", { params });
  const rename = useMutation({
    mutationFn: (body: { label: string }) => api("PATCH /pages/:page_id/fields/:field_id", { params, body }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const finish = (next: string) => {
    setRenaming(false);
    if (next !== label) rename.mutate({ label: next });
  };
  return (
    <Paper withBorder px="sm" py={6}>
      <Group gap="xs" wrap="nowrap" mih={32}>
        {isRenaming ? (
          <RenameInput of="fields" name={label} onDone={finish} />
        ) : (
          <Group flex={1} miw={0} gap="xs" style={{ rowGap: 2 }}>
            <Text size="sm" truncate title={label}>
              {rename.isPending ? rename.variables.label : label}
            </Text>
            <Group gap={2} wrap="nowrap" miw={0}>
              <Code style={{ overflowWrap: "anywhere" }}>{`{{${name}}}`}</Code>
              <CopyButton value={`{{${name}}}`} what={t("fields.what", { name })} />
            </Group>
          </Group>
        )}
        <Badge variant="default" tt="none" fw={500} style={{ flexShrink: 0 }}>
          {t(`type.${type}`)}
        </Badge>
        {!isRenaming && <UsesButton name={label} uses={uses} queryKey={[...queryKey, field_id, "uses"]} />}
        {mayBuild && !isRenaming && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("fields.rename", { name: label })}
              onClick={() => setRenaming(true)}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            <RemoveButton
              of="fields"
              name={label}
              uses={uses}
              remove={() => api("DELETE /pages/:page_id/fields/:field_id", { params })}
              queryKey={queryKey}
            />
          </>
        )}
      </Group>
    </Paper>
  );
}
