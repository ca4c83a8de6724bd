import type { AiWords } from "@banter/core/flow/explain/ai-words.ts";
import { english } from "@banter/core/flow/explain/ai-words.ts";
import { vietnamese } from "@banter/core/flow/explain/ai-words.vi.ts";
import type { ModelNote, Trace } from "@banter/core/flow/trace.ts";
import { Anchor, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useToolTitle } from "../../frame/help/model/use-tool-title.ts";
import { usePage } from "../../frame/use-page.ts";
import { TextLink } from "../../ui/links.tsx";

/** The model calls of a turn: instructions, passages, tools, tokens, cost and time. */
export function ModelCalls({ trace }: { trace: unknown }) {
  const notes = ((trace as Trace | null)?.notes ?? []).filter((note) => note.note === "model");
  // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other name than their place
  return notes.filter(({ model }) => model !== "").map((note, index) => <Call key={index} note={note} />);
}

function Call({ note }: { note: ModelNote }) {
  const { t, i18n } = useTranslation("conversations");
  const toolTitle = useToolTitle();
  const words = i18n.language === "vi" ? vietnamese : english;
  const number = (value: number) => value.toLocaleString(i18n.language, { maximumFractionDigits: 6 });
  const { model, input, output, cost, ms, instructions, passages = [], cites = [], tools = [] } = note;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t("why.model.title", { model })}>
      <Stack gap="sm">
        <div>
          <Title order={3} size="sm">
            {t("why.model.title", { model })}
          </Title>
          <Text size="xs" c="dimmed">
            {t("why.model.took", {
              ...{ input: number(input), output: number(output), cost: number(cost / 1_000_000) },
              seconds: number(Math.round(ms / 10) / 100),
            })}
          </Text>
        </div>
        <Part title={t("why.model.instructions")}>
          <Text size="sm" className="why-instructions">
            {instructions}
          </Text>
        </Part>
        {passages.length > 0 && (
          <Part title={t("why.model.passages")}>
            <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: "none" }}>
              {passages.map((passage) => (
                <li key={passage.id}>
                  <Group gap={6}>
                    <SourceLink {...passage} />
                    <Text size="xs" c="dimmed">
                      {t("why.model.score", { score: number(Math.round(passage.score * 100)) })}
                    </Text>
                    {cites.includes(passage.id) && (
                      <Badge size="sm" variant="light" color="teal" tt="none">
                        {t("why.model.cited")}
                      </Badge>
                    )}
                  </Group>
                </li>
              ))}
            </Stack>
          </Part>
        )}
        {tools.length > 0 && (
          <Part title={t("why.model.tools")}>
            {tools.map(([tool, verdict], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a tool may be used more than once
              <Text key={index} size="sm">
                {t("why.model.tool", { tool: toolTitle(tool), verdict: verdictText(verdict, words) })}
              </Text>
            ))}
          </Part>
        )}
      </Stack>
    </Paper>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" fw={600} c="dimmed">
        {title}
      </Text>
      {children}
    </div>
  );
}

type Passage = NonNullable<ModelNote["passages"]>[number];

/** A page on the web opens there; anything else is among the page's knowledge. */
function SourceLink({ source, heading, url }: Passage) {
  const { id: pageId } = usePage();
  const text = heading ? `${source}: ${heading}` : source;
  if (url !== undefined && /^https?:/.test(url))
    return (
      <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
        {text}
      </Anchor>
    );
  return (
    <TextLink size="sm" to="/pages/$pageId/ai" params={{ pageId }}>
      {text}
    </TextLink>
  );
}

const verdictText = (verdict: string, { verdicts }: AiWords) =>
  (verdicts as Record<string, string>)[verdict] ?? verdict;
