import { Anchor, Box, Button, Drawer, List, NavLink, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconArrowLeft, IconSearch } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { Failure } from "../../ui/failure.tsx";
import { addWords } from "../../words.ts";
import { type Article, type ArticleName, type Articles, articleOf } from "./article-of.ts";
import { searchArticles } from "./search-articles.ts";
import * as words from "./words.ts";

addWords("help", words);

const articlesQuery = (language: string) =>
  queryOptions({
    queryKey: ["help", language],
    queryFn: async (): Promise<Articles> =>
      (await (language === "vi" ? import("./articles/vi.ts") : import("./articles/en.ts"))).articles,
    staleTime: Number.POSITIVE_INFINITY,
  });

const versionQuery = queryOptions({
  queryKey: ["version"],
  queryFn: async () => (await api("GET /version")).version,
});

type Props = { pathname: string; tab?: string | undefined; onClose: () => void };

/** The help: the article about the screen behind it, the list of all, and a search. */
export default function Panel({ pathname, tab, onClose }: Props) {
  const { t, i18n } = useTranslation("help");
  const { data, error, refetch } = useQuery(articlesQuery(i18n.language));
  const version = useQuery(versionQuery);
  const [chosen, setChosen] = useState<ArticleName | undefined>(() => articleOf(pathname, tab));
  const [query, setQuery] = useState("");
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="md"
      title={t("title")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <Stack>
        <TextInput
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(undefined);
          }}
        />
        {error && <Failure error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton h={240} />}
        {data && chosen && <Shown article={data[chosen]} onAll={() => setChosen(undefined)} />}
        {data && !chosen && <Found articles={data} query={query} onChoose={setChosen} />}
        <Text size="xs" c="dimmed">
          {version.data && `${t("version", { version: version.data })} · `}
          <Anchor href="/docs" target="_blank" rel="noreferrer" inherit underline="always">
            {t("api")}
          </Anchor>
        </Text>
      </Stack>
    </Drawer>
  );
}

function Shown({ article: { title, body }, onAll }: { article: Article; onAll: () => void }) {
  const { t } = useTranslation("help");
  return (
    <Box component="article">
      <Button
        variant="subtle"
        size="compact-sm"
        mb="sm"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={onAll}
      >
        {t("all")}
      </Button>
      <Title order={3} fz="lg" mb="sm">
        {title}
      </Title>
      <Stack gap="sm">
        {body.map((part) =>
          typeof part === "string" ? (
            <Text key={part} size="sm">
              {part}
            </Text>
          ) : (
            <List key={part[0]} size="sm" spacing={6} withPadding>
              {part.map((point) => (
                <List.Item key={point}>{point}</List.Item>
              ))}
            </List>
          ),
        )}
      </Stack>
    </Box>
  );
}

type FoundProps = { articles: Articles; query: string; onChoose: (name: ArticleName) => void };

function Found({ articles, query, onChoose }: FoundProps) {
  const { t } = useTranslation("help");
  const found = searchArticles(articles, query);
  return (
    <Box component="nav" aria-label={t("list")}>
      {found.length === 0 && (
        <Text size="sm" role="status">
          {t("nothing")}
        </Text>
      )}
      {found.map((name) => (
        <NavLink
          key={name}
          component="button"
          type="button"
          label={articles[name].title}
          onClick={() => onChoose(name)}
        />
      ))}
    </Box>
  );
}
