import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Alert, Badge, Button, Card, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { refusalWords } from "../../frame/help/model/refusal-words.ts";
import { helped } from "../../frame/help/model/refused.ts";
import { usePage } from "../../frame/use-page.ts";
import { errorText } from "../../ui/error-text.ts";
import { addWords } from "../../words.ts";
import { type KeywordFields, type KeywordInfo, newKeyword } from "../keyword.ts";
import * as words from "./words.ts";

addWords("suggested", words);

type Suggestion = Extract<ReplyOf<"POST /pages/:page_id/keywords/suggestions">, { ok: true }>["keywords"][number];

type Props = {
  keywords: readonly KeywordInfo[];
  flowName: (id: number) => string;
  onAdd: (fields: KeywordFields) => void;
};

/** Keywords for messages that nothing took, as a model sees them, with what each would take. */
export function Suggestions({ keywords, flowName, onAdd }: Props) {
  const { t, i18n } = useTranslation("suggested");
  const { id: page_id } = usePage();
  const { data, error } = useQuery({
    queryKey: ["page", page_id, "suggested-keywords"],
    queryFn: async () =>
      helped(await api("POST /pages/:page_id/keywords/suggestions", { params: { page_id }, body: {} })),
    // Each reading is a call that may cost.
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
    meta: { showsFailure: true },
  });
  const reason = refusalWords(error, i18n.language);
  const isAdded = ({ name }: Suggestion) => keywords.some((keyword) => keyword.name === name);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t("help")}
      </Text>
      <div role="status" aria-busy={!data && !error}>
        {!data && !error && (
          <Stack gap="xs">
            <Text size="sm">{t("working")}</Text>
            <Skeleton h={120} />
          </Stack>
        )}
        {error && <Alert color="red">{reason === undefined ? errorText(error) : t("refused", { reason })}</Alert>}
        {data?.keywords.length === 0 && <Text size="sm">{t("none")}</Text>}
      </div>
      <Stack gap="sm" component="ul" className="suggested-keywords" aria-label={t("list")}>
        {data?.keywords.map((suggestion) => (
          <Card key={suggestion.name} component="li" withBorder padding="sm">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Stack gap={4} miw={0}>
                <Text fw={600}>{suggestion.name}</Text>
                <Group gap={4}>
                  {suggestion.phrases.map((phrase) => (
                    <Badge key={phrase} variant="light" tt="none" maw="100%">
                      {phrase}
                    </Badge>
                  ))}
                </Group>
                <Text size="sm">
                  {t("hits", { count: suggestion.hits, examined: data.examined })}
                  {" · "}
                  {suggestion.flow_id === null ? t("forNone") : t("for", { flow: flowName(suggestion.flow_id) })}
                </Text>
                <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                  {t("examples", { examples: suggestion.examples.map((text) => `“${text}”`).join(" · ") })}
                </Text>
              </Stack>
              {isAdded(suggestion) ? (
                <Badge color="green" variant="light" tt="none" flex="none">
                  {t("added")}
                </Badge>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  flex="none"
                  aria-label={t("addOf", { name: suggestion.name })}
                  onClick={() => onAdd(fieldsOf(suggestion))}
                >
                  {t("add")}
                </Button>
              )}
            </Group>
          </Card>
        ))}
      </Stack>
    </Stack>
  );
}

const fieldsOf = ({ name, phrases, flow_id }: Suggestion): KeywordFields => ({ ...newKeyword, name, phrases, flow_id });
