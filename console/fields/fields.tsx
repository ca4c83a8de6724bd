import { FieldType } from "@banter/core/model/custom-field.ts";
import { FieldName } from "@banter/core/model/names.ts";
import { Refusal } from "@banter/sdk/manage.ts";
import { ActionIcon, Badge, Button, Code, Group, Paper, Select, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { fieldsQuery } from "../queries.ts";
import { confirm } from "../ui/confirm.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { errorText } from "../ui/error-text.ts";
import { Failure } from "../ui/failure.tsx";
import { Section } from "../ui/screen.tsx";
import { showToast } from "../ui/toast.ts";
import { useMay, usePage } from "../ui/use-page.ts";
import { Lines } from "./lines.tsx";

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
        <Lines
          label={t("fields.list")}
          items={data}
          render={(field) => <FieldLine field={field} mayBuild={mayBuild} />}
        />
      )}
    </Section>
  );
}

function AddField() {
  const { t } = useTranslation("fields");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [type, setType] = useState<FieldType>("text");
  const isGood = FieldName.safeParse(name.trim()).success;
  const add = useMutation({
    meta: { showsFailure: true },
    mutationFn: () => api("POST /pages/:page_id/fields", { params: { page_id }, body: { name: name.trim(), type } }),
    onSuccess: () => {
      setName("");
      return client.invalidateQueries({ queryKey: fieldsQuery(page_id).queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGood) add.mutate();
  };
  const taken = add.error instanceof Refusal && add.error.code === "conflict" ? t("fields.taken") : undefined;
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Group align="flex-start" gap="sm">
          <TextInput
            flex="1 1 140px"
            label={t("fields.name")}
            placeholder={t("fields.placeholder")}
            value={name}
            error={name !== "" && !isGood ? t("fields.fault") : (taken ?? (add.error && errorText(add.error)))}
            onChange={(event) => {
              setName(event.currentTarget.value);
              add.reset();
            }}
          />
          <Select
            w={140}
            label={t("fields.type")}
            data={FieldType.options.map((one) => ({ value: one, label: t(`type.${one}`) }))}
            value={type}
            allowDeselect={false}
            onChange={(value) => setType(FieldType.options.find((one) => one === value) ?? "text")}
          />
          <Button
            type="submit"
            mt={24}
            variant="default"
            disabled={!isGood}
            loading={add.isPending}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t("fields.add")}
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          {t("fields.rule")}
        </Text>
      </Stack>
    </form>
  );
}

function FieldLine({ field: { id, name, type }, mayBuild }: { field: Field; mayBuild: boolean }) {
  const { t } = useTranslation("fields");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id/fields/:field_id", { params: { page_id, field_id: id } }),
    onSuccess: () => showToast({ message: t("fields.deleted", { name }) }),
    onSettled: () => client.invalidateQueries({ queryKey: fieldsQuery(page_id).queryKey }),
  });
  const ask = async () => {
    const question = { title: t("fields.ask", { name }), body: t("fields.ask_text"), action: t("fields.ask_submit") };
    if (await confirm(question)) remove.mutate();
  };
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
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("fields.delete", { name })}
            loading={remove.isPending}
            onClick={() => void ask()}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </Paper>
  );
}
