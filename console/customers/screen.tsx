import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload, IconListCheck, IconUpload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { useNameLanguage } from "../frame/use-person-name.ts";
import { Failure } from "../ui/failure.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { addWords } from "../words.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { NewContact } from "./contacts/new-contact.tsx";
import { CustomerList } from "./customer-list.tsx";
import "./customers.css";
import { FiltersBar } from "./filters-bar.tsx";
import { NoCustomers } from "./no-customers.tsx";
import { listQuery } from "./queries.ts";
import { type CustomerSearch, customersSearch, exportUrl } from "./search.ts";
import { noSelection, type Selection } from "./selection.ts";
import * as words from "./words.ts";

addWords("customers", words);

/** The page's customers: search, filters, and actions on many of them. */
export function Screen() {
  const { t } = useTranslation("customers");
  const page = usePage();
  const mayBuild = useMay("build");
  const search = customersSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [selection, setSelection] = useState<Selection>(noSelection);
  const list = useInfiniteQuery(listQuery(page.id, search));
  const change = (next: CustomerSearch) => {
    setSelection(noSelection);
    void navigate({ to: "/pages/$pageId/customers", params: { pageId: page.id }, search: next, replace: true });
  };
  const customers = list.data?.pages.flatMap((one) => one.customers) ?? [];
  const isEmpty = list.isSuccess && customers.length === 0 && !list.hasNextPage;
  return (
    <ScreenFrame title={t("title")} help={t("help")} actions={<Actions search={search} mayBuild={mayBuild} />}>
      <Stack gap="md">
        <FiltersBar search={search} onChange={change} />
        <Group justify="space-between" mih={36}>
          <Text size="sm" c="dimmed" role="status">
            <Total total={list.data?.pages[0]?.total ?? null} />
          </Text>
        </Group>
        {mayBuild && (
          <BulkBar
            selection={selection}
            search={search}
            onDone={() => setSelection(noSelection)}
            onSelect={setSelection}
          />
        )}
        {list.error && (
          <Failure
            error={list.error}
            retry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
          />
        )}
        {isEmpty && <NoCustomers isFiltered={Object.keys(search).some((key) => key !== "sort")} mayBuild={mayBuild} />}
        {!isEmpty && (list.data || !list.error) && (
          <CustomerList
            key={JSON.stringify(search)}
            customers={customers}
            hasMore={list.isPending || list.hasNextPage}
            onMore={() => {
              const isReady = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError;
              if (isReady) void list.fetchNextPage();
            }}
            isBusy={list.isFetchingNextPage}
            selection={mayBuild ? selection : undefined}
            onSelect={setSelection}
          />
        )}
      </Stack>
    </ScreenFrame>
  );
}

function Actions({ search, mayBuild }: { search: CustomerSearch; mayBuild: boolean }) {
  const mayConverse = useMay("converse");
  const { t } = useTranslation("customers");
  const { id: pageId } = usePage();
  const language = useNameLanguage();
  return (
    <>
      <ButtonLink
        variant="default"
        leftSection={<IconListCheck size={16} aria-hidden />}
        to="/pages/$pageId/customers/jobs"
        params={{ pageId }}
      >
        {t("actions.jobs")}
      </ButtonLink>
      {mayConverse && <NewContact />}
      {mayBuild && (
        <>
          <Button
            component="a"
            variant="default"
            href={exportUrl(pageId, search, language)}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t("actions.export")}
          </Button>
          <ButtonLink
            leftSection={<IconUpload size={16} aria-hidden />}
            to="/pages/$pageId/customers/import"
            params={{ pageId }}
          >
            {t("actions.import")}
          </ButtonLink>
        </>
      )}
    </>
  );
}

/** Counted up to a limit: then it says so. */
function Total({ total }: { total: { count: number; is_more: boolean } | null }) {
  const { t, i18n } = useTranslation("customers");
  if (!total) return null;
  const shown = total.count.toLocaleString(i18n.language);
  if (total.is_more) return t(total.count >= 10_000 ? "more" : "atLeast", { shown });
  return t("total", { count: total.count });
}
