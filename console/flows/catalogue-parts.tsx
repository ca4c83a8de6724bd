import { Anchor, Box, Breadcrumbs, Button, CloseButton, Text, TextInput } from "@mantine/core";
import { IconBolt, IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../ui/empty-state.tsx";
import type { FolderId, Index } from "./tree.ts";

export function SearchField({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useTranslation("flows");
  return (
    <TextInput
      type="search"
      aria-label={t("search")}
      placeholder={t("search")}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={query && <CloseButton size="sm" aria-label={t("clear_search")} onClick={() => onChange("")} />}
      value={query}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** From the top to where one is, each a way back. */
export function Path({ index, current, onOpen }: { index: Index; current: FolderId; onOpen: (id: FolderId) => void }) {
  const { t } = useTranslation("flows");
  if (current === null) return null;
  const path = index.pathTo(current);
  return (
    <Box component="nav" aria-label={t("path")}>
      <Breadcrumbs separatorMargin={6} style={{ flexWrap: "wrap", rowGap: 4 }}>
        {[{ id: null, name: t("all") }, ...path].map(({ id, name }) =>
          id === current ? (
            <Text key={id} size="sm" fw={600} aria-current="page">
              {name}
            </Text>
          ) : (
            <Anchor key={String(id)} component="button" type="button" size="sm" onClick={() => onOpen(id)}>
              {name}
            </Anchor>
          ),
        )}
      </Breadcrumbs>
    </Box>
  );
}

type NothingProps = { isSearching: boolean; isFirst: boolean; onCreate: (() => void) | undefined };

/** What stands where the list would be. */
export function Nothing({ isSearching, isFirst, onCreate }: NothingProps) {
  const { t } = useTranslation("flows");
  if (isSearching) return <EmptyState icon={IconSearch} title={t("found_none")} help={t("found_none_help")} />;
  return (
    <EmptyState
      icon={IconBolt}
      title={isFirst ? t("empty.title") : t("empty.folder")}
      help={isFirst ? t("empty.help") : t("empty.folder_help")}
      action={onCreate && <Button onClick={onCreate}>{t("new_flow")}</Button>}
    />
  );
}
