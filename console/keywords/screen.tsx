import "./keywords.css";
import { Box, Button, CloseButton, Drawer, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconFlask, IconMessageBolt, IconPlus, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { keywordsQuery, treeQuery } from "../queries.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { Editor } from "./editor.tsx";
import { finderOf } from "./find.ts";
import { type KeywordInfo, runnableOf } from "./keyword.ts";
import { KeywordList } from "./keyword-list.tsx";
import { Lab } from "./tester.tsx";
import { useKeywordDeeds } from "./use-keyword-mutations.ts";
import { warningsOf } from "./warnings.ts";

/** The page's keywords in their order, and the lab that tells which of them a message starts. */
export function Screen() {
  const { t } = useTranslation("keywords");
  const mayBuild = useMay("build");
  const { id: pageId } = usePage();
  const keywords = useQuery(keywordsQuery(pageId));
  const tree = useQuery(treeQuery(pageId));
  const [editing, setEditing] = useState<KeywordInfo | "new">();
  const [isLabOpen, setLabOpen] = useState(false);
  const flows = tree.data?.flows;
  const runnable = useMemo(() => runnableOf(flows ?? []), [flows]);
  const error = keywords.error ?? tree.error;

  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing("new")}>
      {t("new")}
    </Button>
  );
  const list = keywords.data;
  const hasSome = list !== undefined && flows !== undefined && list.length > 0;
  const lab = hasSome && (
    <Lab
      keywords={list}
      runnable={runnable}
      flowName={(id) => flows.find((flow) => flow.id === id)?.name ?? ""}
      onEdit={setEditing}
    />
  );
  const actions = hasSome && (
    <>
      <Button
        hiddenFrom="lg"
        variant="default"
        leftSection={<IconFlask size={16} aria-hidden />}
        onClick={() => setLabOpen(true)}
      >
        {t("lab.open")}
      </Button>
      {mayBuild && add}
    </>
  );
  return (
    <ScreenFrame title={t("title")} help={mayBuild ? t("help") : t("only_look")} actions={actions} width={1280}>
      {error && <Failure error={error} retry={() => void Promise.all([keywords.refetch(), tree.refetch()])} />}
      {!error && (!list || !flows) && <Skeleton h={320} />}
      {list?.length === 0 && (
        <EmptyState icon={IconMessageBolt} title={t("empty.title")} help={t("empty.help")} action={mayBuild && add} />
      )}
      {hasSome && (
        <Group align="flex-start" gap="xl" wrap="nowrap">
          <Listing keywords={list} runnable={runnable} onEdit={setEditing} />
          <Box visibleFrom="lg" className="keyword-lab">
            {lab}
          </Box>
        </Group>
      )}
      <LabDrawer isOpen={isLabOpen && editing === undefined} onClose={() => setLabOpen(false)}>
        {lab}
      </LabDrawer>
      <Editor editing={editing} runnable={runnable} onClose={() => setEditing(undefined)} />
    </ScreenFrame>
  );
}

function LabDrawer({ isOpen, onClose, children }: { isOpen: boolean; onClose: () => void; children: React.ReactNode }) {
  const { t } = useTranslation("ui");
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="bottom"
      size="85%"
      closeButtonProps={{ "aria-label": t("close") }}
      hiddenFrom="lg"
    >
      {children}
    </Drawer>
  );
}

type ListingProps = {
  keywords: KeywordInfo[];
  runnable: ReadonlySet<number>;
  onEdit: (keyword: KeywordInfo) => void;
};

function Listing({ keywords, runnable, onEdit }: ListingProps) {
  const { t } = useTranslation("keywords");
  const deeds = useKeywordDeeds();
  const [query, setQuery] = useState("");
  const [onlyWarned, setOnlyWarned] = useState(false);
  // With thousands of keywords this takes a moment, which nobody should have to wait for.
  const settled = useDeferredValue(keywords);
  const warnings = useMemo(() => warningsOf(settled, runnable), [settled, runnable]);
  const find = useMemo(() => finderOf(keywords), [keywords]);
  const sought = useDeferredValue(query);
  const found = sought.trim() === "" ? keywords : find(sought);
  const isNarrowed = onlyWarned && warnings.size > 0;
  const shown = isNarrowed ? found.filter(({ id }) => warnings.has(id)) : found;
  return (
    <Stack flex={1} miw={0} gap="sm">
      <TextInput
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={query && <CloseButton size="sm" aria-label={t("clear_search")} onClick={() => setQuery("")} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {warnings.size > 0 && (
        <Group gap="xs">
          <IconAlertTriangle size={16} color="var(--mantine-color-orange-text)" aria-hidden />
          <Text size="sm">{t("warned", { count: warnings.size })}</Text>
          <Button size="compact-xs" variant="subtle" onClick={() => setOnlyWarned(!onlyWarned)}>
            {isNarrowed ? t("show_all") : t("show_warned")}
          </Button>
        </Group>
      )}
      {shown.length === 0 ? (
        <EmptyState icon={IconSearch} title={t("found_none")} help={t("found_none_help")} />
      ) : (
        <KeywordList keywords={keywords} shown={shown} warnings={warnings} deeds={deeds} onEdit={onEdit} />
      )}
    </Stack>
  );
}
