import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Button, Checkbox, Group, Image, Skeleton, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { dateTime } from "../../ui/ago.ts";
import { Chips } from "../../ui/chips.tsx";
import { Failure } from "../../ui/failure.tsx";
import { isSamePost, postIdsIn } from "./posts.ts";
import "./posts.css";

type Post = ReplyOf<"GET /pages/:page_id/posts">["posts"][number];
type Props = { ids: string[]; onChange: (ids: string[]) => void };

/** The page's posts, to choose some, and a field for others. */
export function ChosenPosts({ ids, onChange }: Props) {
  const { t } = useTranslation("commentTool");
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    postsQuery(usePage().id),
  );
  const posts = data?.pages.flatMap((part) => part.posts) ?? [];
  const others = ids.filter((id) => !posts.some((post) => isSamePost(post.id, id)));
  const toggle = (post: Post, isChosen: boolean) => {
    const without = ids.filter((id) => !isSamePost(id, post.id));
    onChange(isChosen ? [...without, post.id] : without);
  };
  return (
    <Stack gap="sm">
      {error && <Failure error={error} retry={() => void refetch()} title={t("posts.failed")} />}
      {!data && !error && <Skeleton h={160} />}
      {posts.length > 0 && (
        <ul className="post-list" aria-label={t("posts.list")}>
          {posts.map((post) => (
            <li key={post.id}>
              <Choice
                post={post}
                isChosen={ids.some((id) => isSamePost(id, post.id))}
                onChange={(isChosen) => toggle(post, isChosen)}
              />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("posts.more")}
        </Button>
      )}
      <Chips
        label={t("posts.ids")}
        description={t("posts.idsHelp")}
        value={others}
        error={ids.length === 0 ? t("posts.idsMissing") : undefined}
        onChange={(pasted) => onChange([...ids.filter((id) => !others.includes(id)), ...postIdsIn(pasted)])}
      />
    </Stack>
  );
}

function Choice({
  post,
  isChosen,
  onChange,
}: {
  post: Post;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}) {
  const { t, i18n } = useTranslation("commentTool");
  const { timezone } = usePage();
  const { text, picture_url, published_at } = post;
  return (
    <Checkbox
      styles={{ body: { alignItems: "center" } }}
      checked={isChosen}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={
        <Group gap="sm" wrap="nowrap">
          {picture_url === null ? (
            <span className="post-picture" />
          ) : (
            <Image className="post-picture" src={picture_url} alt="" loading="lazy" referrerPolicy="no-referrer" />
          )}
          <span>
            <Text span size="sm" lineClamp={2}>
              {text || t("posts.noText")}
            </Text>
            {published_at !== null && (
              <Text span size="xs" c="dimmed" display="block">
                {dateTime(published_at, { language: i18n.language, timezone })}
              </Text>
            )}
          </span>
        </Group>
      }
    />
  );
}

const postsQuery = (pageId: string) => ({
  queryKey: ["page", pageId, "posts"],
  queryFn: ({ pageParam }: { pageParam: string | null }) =>
    api("GET /pages/:page_id/posts", {
      params: { page_id: pageId },
      query: pageParam === null ? {} : { after: pageParam },
    }),
  initialPageParam: null,
  getNextPageParam: ({ next }: { next: string | null }) => next,
  // The platform's refusal says what to do; asking again at once does not help.
  retry: false,
  staleTime: 60_000,
});
