import { Button, Collapse, Group, Paper, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { IconFilter, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { fieldsQuery, tagsQuery } from "../queries.ts";
import { type CustomerSearch, countFilters, customersSearch, periods, reaches, sorts, sources } from "./search.ts";

type Props = { search: CustomerSearch; onChange: (search: CustomerSearch) => void };

/** Search, order, and the filters behind a button. */
export function FiltersBar({ search, onChange }: Props) {
  const { t } = useTranslation("customers");
  const [text, setText] = useState(search.search ?? "");
  const count = countFilters(search);
  const [isOpen, { toggle }] = useDisclosure(count > 0);
  const change = (part: Record<string, unknown>) => onChange(customersSearch({ ...search, ...part }));
  const changeText = useDebouncedCallback((search: string) => change({ search }), 250);
  return (
    <Paper withBorder p="sm">
      <Group gap="sm" align="flex-end">
        <TextInput
          flex="1 1 240px"
          aria-label={t("search.label")}
          placeholder={t("search.placeholder")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            changeText(event.currentTarget.value);
          }}
        />
        <Select
          w={200}
          aria-label={t("sort.label")}
          allowDeselect={false}
          data={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
          value={search.sort ?? "activity"}
          onChange={(sort) => change({ sort })}
        />
        <Button
          variant={count > 0 ? "light" : "default"}
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {count > 0 ? t("filter.openCount", { count }) : t("filter.open")}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        <Filters search={search} change={change} />
        {count > 0 && (
          <Button mt="sm" size="compact-sm" variant="subtle" onClick={() => onChange(bare(search))}>
            {t("filter.clear")}
          </Button>
        )}
      </Collapse>
    </Paper>
  );
}

const bare = ({ search, sort }: CustomerSearch): CustomerSearch => ({
  ...(search && { search }),
  ...(sort && { sort }),
});

function Filters({ search, change }: { search: CustomerSearch; change: (part: Record<string, unknown>) => void }) {
  const { t } = useTranslation("customers");
  const { id: pageId } = usePage();
  const { data: tags = [] } = useQuery(tagsQuery(pageId));
  const { data: fields = [] } = useQuery(fieldsQuery(pageId));
  const changeSoon = useDebouncedCallback(change, 300);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} mt="sm" spacing="sm">
      <Select
        label={t("filter.tag")}
        placeholder={t("filter.anyTag")}
        clearable
        searchable
        data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={search.tag === undefined ? null : String(search.tag)}
        onChange={(tag) => change({ tag: tag === null ? undefined : Number(tag) })}
      />
      <Select
        label={t("filter.field")}
        placeholder={t("filter.anyField")}
        clearable
        searchable
        data={fields.map(({ name, label }) => ({ value: name, label }))}
        value={search.field ?? null}
        onChange={(field) => change({ field, value: undefined })}
      />
      {search.field !== undefined && (
        <TextInput
          key={search.field}
          label={t("filter.value")}
          placeholder={t("filter.valueHelp")}
          defaultValue={search.value ?? ""}
          onChange={(event) => changeSoon({ value: event.currentTarget.value })}
        />
      )}
      <Select
        label={t("filter.source")}
        placeholder={t("filter.anySource")}
        clearable
        data={sources.map((value) => ({ value, label: t(`sources.${value}`) }))}
        value={search.source ?? null}
        onChange={(source) => change({ source, ref: undefined })}
      />
      {(search.source === "ref" || search.source === "ad") && (
        <TextInput
          key={search.source}
          label={t("filter.ref")}
          defaultValue={search.ref ?? ""}
          onChange={(event) => changeSoon({ ref: event.currentTarget.value })}
        />
      )}
      <Select
        label={t("filter.active")}
        placeholder={t("filter.anyTime")}
        clearable
        data={periods.map((count) => ({ value: String(count), label: t("filter.days", { count }) }))}
        value={search.active_days === undefined ? null : String(search.active_days)}
        onChange={(days) => change({ active_days: days === null ? undefined : Number(days) })}
      />
      <Select
        label={t("filter.reach")}
        placeholder={t("filter.anyReach")}
        clearable
        data={reaches.map((value) => ({ value, label: t(`filter.reaches.${value}`) }))}
        value={search.reach ?? null}
        onChange={(reach) => change({ reach })}
      />
    </SimpleGrid>
  );
}
