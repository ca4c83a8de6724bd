import type { MediaKind } from "@banter/core/model/media.ts";
import { ActionIcon, Button, SegmentedControl, Skeleton, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch, IconTrash } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../frame/use-page.ts";
import { Failure } from "../ui/failure.tsx";
import { fileSize } from "./file-size.ts";
import { libraryQuery } from "./library-query.ts";
import { Thumbnail } from "./thumbnail.tsx";
import type { Media } from "./upload.ts";
import { useDeleteMedia } from "./use-delete-media.ts";

type Props = { kinds: readonly MediaKind[]; onChoose: (media: Media) => void };

/** The files of the page, to choose one. */
export function Library({ kinds, onChoose }: Props) {
  const { t } = useTranslation("media");
  const page = usePage();
  const [kind, setKind] = useState<MediaKind | "all">(kinds.length === 1 ? (kinds[0] ?? "all") : "all");
  const [search, setSearch] = useState("");
  const [searched] = useDebouncedValue(search.trim(), 200);
  const query = libraryQuery(page.id, { kind: kind === "all" ? undefined : kind, search: searched });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query);
  const media = data?.pages.flatMap((part) => part.media);
  const [first] = data?.pages ?? [];
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        leftSection={<IconSearch size={16} aria-hidden />}
        aria-label={t("search")}
        placeholder={t("search")}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {kinds.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t("kind")}
          value={kind}
          onChange={(next) => setKind(next as MediaKind | "all")}
          data={(["all", ...kinds] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      )}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!media && !error && <Skeleton h={160} />}
      {media?.length === 0 && <Text c="dimmed">{searched ? t("nothingFound") : t("empty")}</Text>}
      {media && media.length > 0 && (
        <ul className="media-grid" aria-label={t("list")}>
          {media.map((each) => (
            <Tile key={each.id} media={each} onChoose={onChoose} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("more")}
        </Button>
      )}
      {first && (
        <Text size="xs" c="dimmed">
          {t("used", { used: fileSize(first.used_bytes), quota: fileSize(first.quota_bytes) })}
        </Text>
      )}
    </Stack>
  );
}

function Tile({ media, onChoose }: { media: Media; onChoose: (media: Media) => void }) {
  const { t } = useTranslation("media");
  const mayDelete = useMay("build");
  const remove = useDeleteMedia();
  const { name } = media;
  return (
    <li className="media-tile">
      <UnstyledButton className="media-choice" aria-label={t("use", { name })} onClick={() => onChoose(media)}>
        <Thumbnail kind={media.kind} url={media.url} />
        <span className="media-name">{name}</span>
      </UnstyledButton>
      <span className="media-size">{fileSize(media.bytes)}</span>
      {mayDelete && (
        <ActionIcon
          className="media-delete"
          variant="default"
          aria-label={t("delete", { name })}
          onClick={() => void remove(media)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
