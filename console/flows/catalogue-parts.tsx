import { Anchor, Box, Breadcrumbs, Button, CloseButton, Group, Text, TextInput } from "@mantine/core";
import {
  IconBolt,
  IconFolderPlus,
  IconLayoutGridAdd,
  IconPlus,
  IconSearch,
  IconTrash,
  IconUpload,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ButtonLink } from "../ui/links.tsx";
import type { FolderId, Index } from "./tree.ts";

/** The way to the trash and, for people who may build, the buttons that make a folder or a flow. */
export function HeaderActions({ onCreate }: { onCreate: ((kind: "flow" | "folder" | "import") => void) | undefined }) {
  const { t } = useTranslation("flows");
  const { id: pageId } = usePage();
  return (
    <>
      <ButtonLink
        variant="subtle"
        color="gray"
        to="/pages/$pageId/flows"
        params={{ pageId }}
        search={{ trash: true }}
        leftSection={<IconTrash size={16} aria-hidden />}
      >
        {t("trash.open")}
      </ButtonLink>
      {onCreate && (
        <>
          <TemplatesLink />
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => onCreate("import")}
          >
            {t("import")}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFolderPlus size={16} aria-hidden />}
            onClick={() => onCreate("folder")}
          >
            {t("newFolder")}
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onCreate("flow")}>
            {t("newFlow")}
          </Button>
        </>
      )}
    </>
  );
}

function TemplatesLink() {
  const { t } = useTranslation("flows");
  const { id: pageId } = usePage();
  return (
    <ButtonLink
      variant="default"
      to="/pages/$pageId/templates"
      params={{ pageId }}
      leftSection={<IconLayoutGridAdd size={16} aria-hidden />}
    >
      {t("templates")}
    </ButtonLink>
  );
}

export function SearchField({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useTranslation("flows");
  return (
    <TextInput
      type="search"
      aria-label={t("search")}
      placeholder={t("search")}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={query && <CloseButton size="sm" aria-label={t("clearSearch")} onClick={() => onChange("")} />}
      value={query}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The folders above the current one, as links. */
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

type NothingProps = { isSearching: boolean; isFiltered: boolean; isFirst: boolean; onCreate: (() => void) | undefined };

/** In place of an empty list. */
export function Nothing({ isSearching, isFiltered, isFirst, onCreate }: NothingProps) {
  const { t } = useTranslation("flows");
  if (isFiltered) return <EmptyState icon={IconSearch} title={t("flowList:none")} help={t("flowList:noneHelp")} />;
  if (isSearching) return <EmptyState icon={IconSearch} title={t("foundNone")} help={t("foundNoneHelp")} />;
  return (
    <EmptyState
      icon={IconBolt}
      title={isFirst ? t("empty.title") : t("empty.folder")}
      help={isFirst ? t("empty.help") : t("empty.folderHelp")}
      action={
        onCreate && (
          <Group gap="sm" justify="center">
            {isFirst && <TemplatesLink />}
            <Button onClick={onCreate}>{t("newFlow")}</Button>
          </Group>
        )
      }
    />
  );
}
