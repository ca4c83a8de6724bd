import { Name } from "@banter/core/model/names.ts";
import { Refusal } from "@banter/sdk/manage.ts";
import { ActionIcon, Button, Group, Paper, Skeleton, Text, TextInput } from "@mantine/core";
import { IconPencil, IconPlus, IconTag, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { tagsQuery } from "../queries.ts";
import { confirm } from "../ui/confirm.ts";
import { errorText } from "../ui/error-text.ts";
import { Failure } from "../ui/failure.tsx";
import { Section } from "../ui/screen.tsx";
import { showToast } from "../ui/toast.ts";
import { useMay, usePage } from "../ui/use-page.ts";
import { Lines } from "./lines.tsx";

type Tag = { id: number; name: string };

export function Tags() {
  const { t } = useTranslation("fields");
  const mayBuild = useMay("build");
  const { data, error, refetch } = useQuery(tagsQuery(usePage().id));
  return (
    <Section title={t("tags.title")} help={t("tags.help")}>
      {mayBuild && <AddTag />}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton h={120} />}
      {data?.length === 0 && <Text c="dimmed">{t("tags.empty")}</Text>}
      {data && data.length > 0 && (
        <Lines label={t("tags.list")} items={data} render={(tag) => <TagLine tag={tag} mayBuild={mayBuild} />} />
      )}
    </Section>
  );
}

function AddTag() {
  const { t } = useTranslation("fields");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const isGood = Name.safeParse(name.trim()).success;
  const add = useMutation({
    meta: { showsFailure: true },
    mutationFn: () => api("POST /pages/:page_id/tags", { params: { page_id }, body: { name: name.trim() } }),
    onSuccess: () => {
      setName("");
      return client.invalidateQueries({ queryKey: tagsQuery(page_id).queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGood) add.mutate();
  };
  const taken = add.error instanceof Refusal && add.error.code === "conflict" ? t("tags.taken") : undefined;
  return (
    <form onSubmit={submit}>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          label={t("tags.name")}
          placeholder={t("tags.placeholder")}
          value={name}
          error={name !== "" && !isGood ? t("tags.fault") : (taken ?? (add.error && errorText(add.error)))}
          onChange={(event) => {
            setName(event.currentTarget.value);
            add.reset();
          }}
        />
        <Button
          type="submit"
          mt={24}
          variant="default"
          disabled={!isGood}
          loading={add.isPending}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {t("tags.add")}
        </Button>
      </Group>
    </form>
  );
}

function TagLine({ tag, mayBuild }: { tag: Tag; mayBuild: boolean }) {
  const { t } = useTranslation("fields");
  const { id: page_id } = usePage();
  const { name } = tag;
  const [isRenaming, setRenaming] = useState(false);
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: tagsQuery(page_id).queryKey });
  const params = { page_id, tag_id: tag.id };
  const rename = useMutation({
    mutationFn: (body: { name: string }) => api("PATCH /pages/:page_id/tags/:tag_id", { params, body }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => api("DELETE /pages/:page_id/tags/:tag_id", { params }),
    onSuccess: () => showToast({ message: t("tags.deleted", { name }) }),
    onSettled,
  });
  const ask = async () => {
    const question = { title: t("tags.ask", { name }), body: t("tags.ask_text"), action: t("tags.ask_submit") };
    if (await confirm(question)) remove.mutate();
  };
  return (
    <Paper withBorder px="sm" py={6}>
      <Group gap="xs" wrap="nowrap" mih={32}>
        <IconTag size={16} stroke={1.7} aria-hidden />
        {isRenaming ? (
          <RenameTag
            name={name}
            onDone={(next) => {
              setRenaming(false);
              if (next !== name) rename.mutate({ name: next });
            }}
          />
        ) : (
          <Text size="sm" flex={1} truncate title={name}>
            {rename.isPending ? rename.variables.name : name}
          </Text>
        )}
        {mayBuild && !isRenaming && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("tags.rename", { name })}
              onClick={() => setRenaming(true)}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("tags.delete", { name })}
              loading={remove.isPending}
              onClick={() => void ask()}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
      </Group>
    </Paper>
  );
}

/** Enter or leaving it keeps the new name, Escape the old. */
function RenameTag({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const { t } = useTranslation("fields");
  const [text, setText] = useState(name);
  const isGood = Name.safeParse(text.trim()).success;
  return (
    <TextInput
      size="xs"
      flex={1}
      autoFocus
      aria-label={t("tags.renamed")}
      value={text}
      error={isGood ? undefined : t("tags.fault")}
      onChange={(event) => setText(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => onDone(isGood ? text.trim() : name)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && isGood) onDone(text.trim());
        if (event.key === "Escape") onDone(name);
      }}
    />
  );
}
