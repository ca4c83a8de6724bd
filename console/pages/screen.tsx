import { isAllowed } from "@banter/core/model/role.ts";
import { Button, Group, SimpleGrid, Skeleton } from "@mantine/core";
import { IconLayoutGridAdd, IconMessages, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useWorkspace, type Workspace } from "../frame/use-workspace.ts";
import { pagesQuery } from "../queries.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { CreatePage } from "./create-page.tsx";
import { PageCard } from "./page-card.tsx";

/** The workspace's pages. */
export function Screen() {
  const { t } = useTranslation("pages");
  const workspace = useWorkspace();
  if (workspace) return <Pages workspace={workspace} />;
  return (
    <ScreenFrame title={t("list.title")}>
      <EmptyState icon={IconMessages} title={t("list.nowhere")} help={t("list.nowhereHelp")} />
    </ScreenFrame>
  );
}

function Pages({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation("pages");
  const [isCreating, setIsCreating] = useState(false);
  const { data, error, refetch } = useQuery(pagesQuery(workspace.id));
  const mayCreate = isAllowed(workspace.role, "own");
  const create = mayCreate && (
    <Group gap="sm">
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
        {t("create.open")}
      </Button>
      <ButtonLink to="/templates" leftSection={<IconLayoutGridAdd size={16} aria-hidden />}>
        {t("create.fromTemplate")}
      </ButtonLink>
    </Group>
  );
  return (
    <ScreenFrame title={t("list.title")} help={t("list.help")} actions={data && data.length > 0 ? create : undefined}>
      {error ? <Failure error={error} retry={() => void refetch()} /> : null}
      {!data && !error && <Skeleton h={140} />}
      {data?.length === 0 && (
        <EmptyState
          icon={IconMessages}
          title={t("list.empty")}
          help={mayCreate ? t("list.emptyHelp") : t("list.emptyForYou")}
          action={create}
        />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {data?.map((page) => (
          <PageCard key={page.id} page={page} />
        ))}
      </SimpleGrid>
      <CreatePage workspaceId={workspace.id} isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </ScreenFrame>
  );
}
