import { KeywordMatch } from "@banter/core/model/keyword.ts";
import { Name } from "@banter/core/model/names.ts";
import { Alert, Button, Drawer, Group, SegmentedControl, Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { FlowSelect } from "../frame/flow-select.tsx";
import { useMay, usePage } from "../frame/use-page.ts";
import { keywordsQuery } from "../queries.ts";
import { Chips } from "../ui/chips.tsx";
import { confirm } from "../ui/confirm.tsx";
import { errorText } from "../ui/error-text.ts";
import { HoursInput } from "../ui/hours-input.tsx";
import { showToast } from "../ui/toast.tsx";
import { type KeywordFields, type KeywordInfo, newKeyword, type Runnable } from "./keyword.ts";
import { Phrases } from "./phrases.tsx";

type Props = { editing: KeywordInfo | "new" | undefined; runnable: Runnable; onClose: () => void };

/** Makes or changes a keyword, beside the list. */
export function Editor({ editing, runnable, onClose }: Props) {
  const { t } = useTranslation("keywords");
  const { t: ui } = useTranslation("ui");
  const [isDirty, setDirty] = useState(false);
  const close = async () => {
    const question = { title: t("editor.discard"), body: t("editor.discardText"), action: t("editor.discardYes") };
    if (isDirty && !(await confirm(question))) return;
    setDirty(false);
    onClose();
  };
  return (
    <Drawer
      opened={editing !== undefined}
      onClose={() => void close()}
      position="right"
      size="lg"
      title={editing === "new" ? t("editor.new") : t("editor.edit")}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      {editing && (
        <Form
          key={editing === "new" ? "new" : editing.id}
          keyword={editing === "new" ? undefined : editing}
          runnable={runnable}
          onDirty={() => setDirty(true)}
          onCancel={() => void close()}
          onSaved={() => {
            setDirty(false);
            onClose();
          }}
        />
      )}
    </Drawer>
  );
}

type FormProps = {
  keyword: KeywordInfo | undefined;
  runnable: Runnable;
  onDirty: () => void;
  onCancel: () => void;
  onSaved: () => void;
};

function Form({ keyword, runnable, onDirty, onCancel, onSaved }: FormProps) {
  const { t } = useTranslation("keywords");
  const { id: page_id, timezone: zone } = usePage();
  const mayBuild = useMay("build");
  const client = useQueryClient();
  const [fields, setFields] = useState<KeywordFields>(() => fieldsOf(keyword));
  const change = (changed: Partial<KeywordFields>) => {
    setFields((before) => ({ ...before, ...changed }));
    onDirty();
  };
  const [isPhraseGood, setPhraseGood] = useState(true);
  // A keyword is called after its first phrase unless it has a name.
  const name = fields.name.trim() || (fields.phrases[0] ?? "").trim();
  const isNamed = Name.safeParse(name).success;
  const [showsFaults, setShowsFaults] = useState(false);

  const save = useMutation({
    meta: { showsFailure: true },
    mutationFn: () => {
      const body = { ...fields, name };
      if (!keyword) return api("POST /pages/:page_id/keywords", { params: { page_id }, body });
      return api("PATCH /pages/:page_id/keywords/:keyword_id", { params: { page_id, keyword_id: keyword.id }, body });
    },
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: keywordsQuery(page_id).queryKey });
      showToast({ message: t(keyword ? "saved" : "created", { name: saved.name }) });
      onSaved();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShowsFaults(true);
    if (isNamed && isPhraseGood && mayBuild) save.mutate();
  };
  const isUnpublished = fields.flow_id !== null && !runnable.has(fields.flow_id);
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t("editor.name")}
          description={t("editor.nameHelp")}
          placeholder={name}
          value={fields.name}
          readOnly={!mayBuild}
          error={
            isNamed || (name === "" && !showsFaults)
              ? undefined
              : t(name === "" ? "editor.nameless" : "editor.nameFault")
          }
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Select
          label={t("editor.match")}
          data={order.map((match) => ({ value: match, label: t(`match.${match}`) }))}
          value={fields.match}
          allowDeselect={false}
          disabled={!mayBuild}
          onChange={(value) => change({ match: KeywordMatch.options.find((one) => one === value) ?? fields.match })}
        />
        <Text size="sm" c="dimmed">
          {t(`matchHelp.${fields.match}`)} {t(`matchExample.${fields.match}`)}
        </Text>
        <Phrases
          fields={fields}
          onChange={(phrases) => change({ phrases })}
          onGood={setPhraseGood}
          disabled={!mayBuild}
        />
        {fields.phrases.length > 1 && (
          <div>
            <Text size="sm" fw={600} mb={4} id="keyword-require">
              {t("editor.require")}
            </Text>
            <SegmentedControl
              aria-labelledby="keyword-require"
              data={[
                { value: "any", label: t("editor.any") },
                { value: "all", label: t("editor.all") },
              ]}
              value={fields.require}
              disabled={!mayBuild}
              onChange={(value) => change({ require: value === "all" ? "all" : "any" })}
            />
          </div>
        )}
        <Chips
          label={t("editor.excludes")}
          description={t("editor.excludesHelp")}
          value={fields.excludes}
          maxTags={200}
          disabled={!mayBuild}
          onChange={(excludes) => change({ excludes })}
        />
        <Switch
          label={t("editor.typos")}
          description={fields.match === "regex" ? t("editor.typosRegex") : t("editor.typosHelp")}
          checked={fields.typos && fields.match !== "regex"}
          disabled={!mayBuild || fields.match === "regex"}
          onChange={(event) => change({ typos: event.currentTarget.checked })}
        />
        <FlowSelect
          label={t("editor.flow")}
          placeholder={t("editor.flowNone")}
          description={isUnpublished ? t("editor.unpublished") : undefined}
          value={fields.flow_id}
          limit={100}
          disabled={!mayBuild}
          onChange={(flow_id) => change({ flow_id })}
        />
        <HoursInput
          label={t("editor.hours")}
          description={t("editor.hoursHelp", { zone })}
          value={fields.hours}
          disabled={!mayBuild}
          onChange={(hours) => change({ hours })}
        />
        <Switch
          label={t("editor.on")}
          checked={fields.is_activated}
          disabled={!mayBuild}
          onChange={(event) => change({ is_activated: event.currentTarget.checked })}
        />
        {save.error && (
          <Alert color="red" role="alert">
            {errorText(save.error)}
          </Alert>
        )}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {t("editor.cancel")}
        </Button>
        {mayBuild && (
          <Button type="submit" disabled={!isPhraseGood} loading={save.isPending}>
            {keyword ? t("editor.save") : t("editor.create")}
          </Button>
        )}
      </Group>
    </form>
  );
}

/** The most useful first. */
const order = ["contains_word", "is", "contains", "begins", "ends", "regex"] as const satisfies KeywordMatch[];

function fieldsOf(keyword: KeywordInfo | undefined): KeywordFields {
  if (!keyword) return newKeyword;
  const { id: _, ...fields } = keyword;
  return fields;
}
