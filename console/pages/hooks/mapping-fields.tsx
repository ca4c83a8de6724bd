import { customerFields } from "@banter/core/model/variables.ts";
import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FlowSelect } from "../../frame/flow-select.tsx";
import { usePage } from "../../frame/use-page.ts";
import { fieldsQuery } from "../../queries.ts";
import { faultAt } from "../../ui/error-text.ts";
import type { MappingDraft } from "./mapping-draft.ts";

type Props = {
  draft: MappingDraft;
  onChange: (draft: MappingDraft) => void;
  /** The places in the sample, to choose from. */
  paths: string[];
  error: unknown;
};

/** The places of the customer and the values in a call's body, and what happens with them. */
export function MappingFields({ draft, onChange, paths, error }: Props) {
  const { t } = useTranslation("hooks");
  const change = (part: Partial<MappingDraft>) => onChange({ ...draft, ...part });
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <Text size="sm" fw={500} id="hook-customer">
          {t("form.customer")}
        </Text>
        <SegmentedControl
          aria-labelledby="hook-customer"
          data={(["email", "phone", "psid"] as const).map((by) => ({ value: by, label: t(`form.by.${by}`) }))}
          value={draft.by}
          onChange={(by) => change({ by: by as MappingDraft["by"] })}
        />
        <Autocomplete
          label={t("form.customerPath")}
          description={t("form.pathHelp")}
          placeholder="customer.email"
          data={paths}
          value={draft.path}
          error={faultAt(error, "/mapping/customer/path")}
          onChange={(path) => change({ path })}
        />
      </Stack>
      <FieldRows draft={draft} onChange={onChange} paths={paths} error={error} />
      <GoalInputs draft={draft} onChange={onChange} paths={paths} error={error} />
      <FlowSelect
        label={t("form.flow")}
        description={t("form.flowHelp")}
        value={draft.flowId}
        onChange={(flowId) => change({ flowId })}
      />
    </Stack>
  );
}

function FieldRows({ draft, onChange, paths, error }: Props) {
  const { t } = useTranslation("hooks");
  const { data: fields = [] } = useQuery(fieldsQuery(usePage().id));
  const options = [
    { group: t("form.ownFields"), items: customerFields.map((name) => ({ value: name, label: t(`own.${name}`) })) },
    { group: t("form.pageFields"), items: fields.map(({ name, label }) => ({ value: name, label })) },
  ].filter(({ items }) => items.length > 0);
  const put = (rows: MappingDraft["fields"]) => onChange({ ...draft, fields: rows });
  const set = (at: number, part: Partial<MappingDraft["fields"][number]>) =>
    put(draft.fields.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        {t("form.fields")}
      </Text>
      {draft.fields.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and keep their places while one edits.
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <Select
            aria-label={t("form.field", { number: index + 1 })}
            placeholder={t("form.fieldPlaceholder")}
            data={options}
            searchable
            value={row.field || null}
            error={faultAt(error, `/mapping/fields/${index}/field`)}
            onChange={(field) => set(index, { field: field ?? "" })}
            style={{ flex: 1, minWidth: 0 }}
          />
          <Autocomplete
            aria-label={t("form.fieldPath", { number: index + 1 })}
            placeholder="order.total"
            data={paths}
            value={row.path}
            error={faultAt(error, `/mapping/fields/${index}/path`)}
            onChange={(path) => set(index, { path })}
            style={{ flex: 1, minWidth: 0 }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t("form.removeField", { number: index + 1 })}
            onClick={() => put(draft.fields.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {draft.fields.length < 30 && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => put([...draft.fields, { field: "", path: "" }])}
          >
            {t("form.addField")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function GoalInputs({ draft, onChange, paths, error }: Props) {
  const { t } = useTranslation("hooks");
  const { goal, hasGoal } = draft;
  const change = (part: Partial<MappingDraft["goal"]>) => onChange({ ...draft, goal: { ...goal, ...part } });
  return (
    <Stack gap="xs">
      <Switch
        label={t("form.hasGoal")}
        description={t("form.goalHelp")}
        checked={hasGoal}
        onChange={(event) => onChange({ ...draft, hasGoal: event.currentTarget.checked })}
      />
      {hasGoal && (
        <>
          <TextInput
            label={t("form.goal")}
            placeholder={t("form.goalPlaceholder")}
            maxLength={80}
            value={goal.name}
            error={faultAt(error, "/mapping/goal/name")}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Autocomplete
              label={t("form.valuePath")}
              placeholder="order.total"
              data={paths}
              value={goal.valuePath}
              error={faultAt(error, "/mapping/goal/value_path")}
              onChange={(valuePath) => change({ valuePath })}
              style={{ flex: 1, minWidth: 0 }}
            />
            <TextInput
              label={t("form.currency")}
              placeholder="VND"
              maxLength={3}
              w={100}
              value={goal.currency}
              error={faultAt(error, "/mapping/goal/currency")}
              onChange={(event) => change({ currency: event.currentTarget.value })}
            />
          </Group>
        </>
      )}
    </Stack>
  );
}
