import "./add-words.ts";
import "./keywords.css";
import { Box, Button, CloseButton, Drawer, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconFlask, IconMessageBolt, IconMessages, IconPlus, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../frame/loading/lazy-part.tsx";
import { useMay, usePage } from "../frame/use-page.ts";
import { keywordsQuery, treeQuery } from "../queries.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { Editor } from "./editor.tsx";
import { finderOf } from "./find.ts";
import { type KeywordInfo, runnableOf } from "./keyword.ts";
import { KeywordList } from "./keyword-list.tsx";
import { useSuggesting } from "./suggested/use-suggesting.tsx";
import { Tester } from "./tester.tsx";
import { useKeywordMutations } from "./use-keyword-mutations.ts";
import { warningsOf } from "./warnings.ts";

/** The page's keywords in their order, and the tester that tells which of them a message starts. */
export function Screen() {
  const { t } = useTranslation("keywords");
  const mayBuild = useMay("build");
  const { id: pageId } = usePage();
  const keywords = useQuery(keywordsQuery(pageId));
  const tree = useQuery(treeQuery(pageId));
  const { editing, setEditing, phrase, stop } = useEditing(keywords.data);
  const [isTesterOpen, setTesterOpen] = useState(false);
  const [isLabOpen, setLabOpen] = useState(false);
  const flows = tree.data?.flows;
  const runnable = useMemo(() => runnableOf(flows ?? []), [flows]);
  const error = keywords.error ?? tree.error;
  const isEditing = editing !== undefined;
  const suggesting = useSuggesting({ keywords: keywords.data, flows, isEditing, onAdd: () => setEditing("new") });

  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing("new")}>
      {t("new")}
    </Button>
  );
  const list = keywords.data;
  const hasSome = list !== undefined && flows !== undefined && list.length > 0;
  const tester = hasSome && (
    <Tester
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
        onClick={() => setTesterOpen(true)}
      >
        {t("tester.open")}
      </Button>
      <Button variant="default" leftSection={<IconMessages size={16} aria-hidden />} onClick={() => setLabOpen(true)}>
        {t("lab")}
      </Button>
      {suggesting.button}
      {mayBuild && add}
    </>
  );
  return (
    <ScreenFrame title={t("title")} help={mayBuild ? t("help") : t("readOnly")} actions={actions}>
      {error && <Failure error={error} retry={() => void Promise.all([keywords.refetch(), tree.refetch()])} />}
      {!error && (!list || !flows) && <Skeleton h={320} />}
      {list?.length === 0 && (
        <EmptyState
          icon={IconMessageBolt}
          title={t("empty.title")}
          help={t("empty.help")}
          action={
            mayBuild && (
              <Group justify="center">
                {add}
                {suggesting.button}
              </Group>
            )
          }
        />
      )}
      {hasSome && (
        <Group align="flex-start" gap="xl" wrap="nowrap">
          <Listing keywords={list} runnable={runnable} onEdit={setEditing} />
          <Box visibleFrom="lg" className="keyword-tester">
            {tester}
          </Box>
        </Group>
      )}
      <TesterDrawer isOpen={isTesterOpen && !isEditing} onClose={() => setTesterOpen(false)}>
        {tester}
      </TesterDrawer>
      <LabDrawer isOpen={isLabOpen} onClose={() => setLabOpen(false)} />
      {suggesting.drawer}
      <Editor
        editing={editing}
        phrase={phrase}
        suggested={suggesting.suggested}
        runnable={runnable}
        onClose={() => {
          stop();
          suggesting.clear();
        }}
      />
    </ScreenFrame>
  );
}

/** The keyword that is edited: one that was chosen, or that the address names. */
function useEditing(keywords: KeywordInfo[] | undefined) {
  const mayBuild = useMay("build");
  const { id: pageId } = usePage();
  const { keyword: asked, phrase } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [chosen, setEditing] = useState<KeywordInfo | "new" | undefined>(
    phrase === undefined || !mayBuild ? undefined : "new",
  );
  const stop = () => {
    setEditing(undefined);
    // The address names the keyword that was just made, looked at or given up.
    if (phrase !== undefined || asked !== undefined)
      void navigate({ to: "/pages/$pageId/keywords", params: { pageId }, replace: true });
  };
  return { editing: chosen ?? keywords?.find(({ id }) => id === asked), setEditing, phrase, stop };
}

const Lab = lazyPart(async () => (await import("./lab/lab.tsx")).Lab, { height: 160 });

function LabDrawer({ isOpen, onClose }: Omit<DrawerProps, "children">) {
  const { t } = useTranslation("keywords");
  const { t: ui } = useTranslation("ui");
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="lg"
      title={t("lab")}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      <Lab />
    </Drawer>
  );
}

type DrawerProps = { isOpen: boolean; onClose: () => void; children: ReactNode };

function TesterDrawer({ isOpen, onClose, children }: DrawerProps) {
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
  const mutations = useKeywordMutations();
  const [query, setQuery] = useState("");
  const [onlyWarned, setOnlyWarned] = useState(false);
  // Slow with thousands of keywords, so it must not hold up typing.
  const deferredKeywords = useDeferredValue(keywords);
  const warnings = useMemo(() => warningsOf(deferredKeywords, runnable), [deferredKeywords, runnable]);
  const find = useMemo(() => finderOf(keywords), [keywords]);
  const deferredQuery = useDeferredValue(query);
  const found = deferredQuery.trim() === "" ? keywords : find(deferredQuery);
  const isNarrowed = onlyWarned && warnings.size > 0;
  const shown = isNarrowed ? found.filter(({ id }) => warnings.has(id)) : found;
  return (
    <Stack flex={1} miw={0} gap="sm">
      <TextInput
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={query && <CloseButton size="sm" aria-label={t("clearSearch")} onClick={() => setQuery("")} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {warnings.size > 0 && (
        <Group gap="xs">
          <IconAlertTriangle size={16} color="var(--mantine-color-orange-text)" aria-hidden />
          <Text size="sm">{t("warned", { count: warnings.size })}</Text>
          <Button size="compact-xs" variant="subtle" onClick={() => setOnlyWarned(!onlyWarned)}>
            {isNarrowed ? t("showAll") : t("showWarned")}
          </Button>
        </Group>
      )}
      {shown.length === 0 ? (
        <EmptyState icon={IconSearch} title={t("foundNone")} help={t("foundNoneHelp")} />
      ) : (
        <KeywordList keywords={keywords} shown={shown} warnings={warnings} mutations={mutations} onEdit={onEdit} />
      )}
    </Stack>
  );
}
