import { Anchor, Button, Modal, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { Failure } from "../../ui/failure.tsx";
import { type Passage, passagesQuery, type Source } from "./queries.ts";

/** The passages of a source, in its order. */
export function Passages({ source, onClose }: { source: Source; onClose: () => void }) {
  const { t } = useTranslation("knowledge");
  const { id: pageId } = usePage();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    passagesQuery(pageId, source.id),
  );
  const passages = data?.pages.flatMap((page) => page.passages);
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={t("passagesOf", { name: source.name })}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Stack gap="sm">
        {error && <Failure error={error} retry={() => void refetch()} />}
        {!passages && !error && <Skeleton h={120} />}
        {passages?.length === 0 && <Text c="dimmed">{t("noPassages")}</Text>}
        {passages?.map((passage) => (
          <Paper key={passage.id} withBorder p="sm">
            <PassageText passage={passage} />
          </Paper>
        ))}
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("more")}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}

/** A passage below its headings, and where it is from. */
export function PassageText({
  passage: { heading, text, url },
}: {
  passage: Pick<Passage, "heading" | "text" | "url">;
}) {
  const { t } = useTranslation("knowledge");
  const page = /^#page=(\d+)$/.exec(url ?? "")?.[1];
  return (
    <>
      {heading && (
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          {heading}
        </Text>
      )}
      <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text}
      </Text>
      {page && (
        <Text size="xs" c="dimmed">
          {t("page", { page })}
        </Text>
      )}
      {url && !page && (
        <Anchor size="xs" href={url} target="_blank" rel="noreferrer">
          {t("open")}
        </Anchor>
      )}
    </>
  );
}
