import { Group, Paper, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconTrophy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { KeywordInfo } from "./keyword.ts";
import { useLossText } from "./loss-text.ts";
import type { Trial, TriedKeyword } from "./tester-result.ts";

type Props = {
  trial: Trial;
  keywords: KeywordInfo[];
  flowName: (id: number | null) => string;
  onEdit: (id: number) => void;
};

/** The winner, the keywords that nearly won, and the reasons. */
export function Verdict({ trial: { winner, near, others }, keywords, flowName, onEdit }: Props) {
  const { t } = useTranslation("keywords");
  const lossText = useLossText(winner);
  const flowOf = (id: number) => flowName(keywords.find((one) => one.id === id)?.flow_id ?? null);
  return (
    <Stack gap="sm">
      {winner ? (
        <Paper withBorder p="sm" style={{ borderColor: "var(--mantine-color-teal-6)" }}>
          <Group gap={8} wrap="nowrap" align="flex-start">
            <IconTrophy size={18} aria-hidden color="var(--mantine-color-teal-6)" />
            <div>
              <Text size="sm" fw={600}>
                {t("tester.winner", { name: winner.name, flow: flowOf(winner.id) })}
              </Text>
              <Text size="sm" c="dimmed">
                {t(`tester.why.${winner.rank ?? "exact"}`, { phrases: winner.phrases.join("”, “") })}
              </Text>
            </div>
          </Group>
        </Paper>
      ) : (
        <Paper withBorder p="sm">
          <Text size="sm" fw={600}>
            {t("tester.nobody")}
          </Text>
          <Text size="sm" c="dimmed">
            {t("tester.nobodyHelp")}
          </Text>
        </Paper>
      )}
      {near.length > 0 && (
        <div>
          <Text size="xs" fw={600} c="dimmed" mb={6}>
            {t("tester.losers")}
          </Text>
          <ul className="tester-list">
            {near.slice(0, maxShown).map((tried) => (
              <li key={tried.id}>
                <Loser tried={tried} reason={lossText(tried)} onEdit={() => onEdit(tried.id)} />
              </li>
            ))}
          </ul>
          {near.length > maxShown && (
            <Text size="xs" c="dimmed" mt={6}>
              {t("tester.more", { count: near.length - maxShown })}
            </Text>
          )}
        </div>
      )}
      {others > 0 && (
        <Text size="xs" c="dimmed">
          {t("tester.others", { count: others })}
        </Text>
      )}
    </Stack>
  );
}

function Loser({ tried, reason, onEdit }: { tried: TriedKeyword; reason: string; onEdit: () => void }) {
  const { t } = useTranslation("keywords");
  return (
    <Paper withBorder p="xs">
      <Group gap={6} wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t("tester.place", { place: tried.place })}
        </Text>
        <UnstyledButton className="keyword-name" onClick={onEdit}>
          {tried.name}
        </UnstyledButton>
        {tried.rank && (
          <Text size="xs" c="dimmed" ml="auto" style={{ whiteSpace: "nowrap" }}>
            {t(`tester.rank.${tried.rank}`)}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {reason}
      </Text>
    </Paper>
  );
}

const maxShown = 30;
