import { Button, CloseButton, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { membersQuery } from "../queries.ts";
import { en } from "../words.en.ts";
import { type AuditSearch, serverUser } from "./filters.ts";

type Props = { workspaceId: number; search: AuditSearch; onChange: (search: AuditSearch) => void };

/** Filters by person, action, days and words. */
export function FiltersBar({ workspaceId, search, onChange }: Props) {
  const { t } = useTranslation("audit");
  const { t: team } = useTranslation("team");
  const { data: members = [] } = useQuery(membersQuery(workspaceId));
  const [words, setWords] = useState(search.search ?? "");
  const change = (part: { [Key in keyof AuditSearch]: AuditSearch[Key] | null }) =>
    onChange(Object.fromEntries(Object.entries({ ...search, ...part }).filter(([, value]) => value)));
  const searchSoon = useDebouncedCallback((text: string) => change({ search: text.trim() }), 300);
  const write = (text: string) => {
    setWords(text);
    searchSoon(text);
  };
  const people = [
    ...members.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
    { value: serverUser, label: team("audit.server") },
  ];
  const actions = Object.keys(en.actions)
    .map((action) => ({ value: action, label: team(`actions.${action}`) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <Group gap="sm" align="flex-end" mb="md">
      <TextInput
        flex="1 1 200px"
        type="search"
        label={t("search")}
        placeholder={t("searchHelp")}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={words && <CloseButton size="sm" aria-label={t("clearSearch")} onClick={() => write("")} />}
        value={words}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Select
        flex="1 1 200px"
        label={t("person")}
        placeholder={t("everybody")}
        searchable
        clearable
        data={people}
        value={search.user ?? null}
        onChange={(user) => change({ user })}
      />
      <Select
        flex="1 1 200px"
        label={t("action")}
        placeholder={t("everything")}
        searchable
        clearable
        data={actions}
        value={search.action ?? null}
        onChange={(action) => change({ action })}
      />
      <Group gap="sm" wrap="nowrap">
        {(["from", "to"] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={t(end)}
            value={search[end] ?? ""}
            onChange={(event) => change({ [end]: event.currentTarget.value })}
          />
        ))}
      </Group>
      {Object.keys(search).length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            setWords("");
            onChange({});
          }}
        >
          {t("clear")}
        </Button>
      )}
    </Group>
  );
}
