import { Group, Paper, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconTrophy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { KeywordInfo } from "./keyword.ts";
import { useLossText } from "./loss-text.ts";
import type { Trial, Tried } from "./tester-result.ts";

type Props = {
  trial: Trial;
  keywords: KeywordInfo[];
  flowName: (id: number | null) => string;
  onEdit: (id: number) => void;
};

/** Who wins, who nearly won, and why. */
export function Verdict({ trial: { winner, near, others }, keywords, flowName, onEdit }: Props) {
  const { t } = useTranslation("keywords");
  const lossText = useLossText(winner);
  const flowOf = (id: number) => flowName(keywords.find((one) => one.id === id)?.flow_id ?? null);
  return (
    <Stack gap="sm">
      {winner ? (
        <Paper withBorder p="sm" className="lab-winner" style={{ borderColor: "var(--mantine-color-teal-6)" }}>
          <Group gap={8} wrap="nowrap" align="flex-start">
            <IconTrophy size={18} aria-hidden color="var(--mantine-color-teal-6)" />
            <div>
              <Text size="sm" fw={600}>
                {t("lab.winner", { name: winner.name, flow: flowOf(winner.id) })}
              </Text>
              <Text size="sm" c="dimmed">
                {t(`lab.why.${winner.rank ?? "exact"}`, { phrases: winner.phrases.join("”, “") })}
              </Text>
            </div>
          </Group>
        </Paper>
      ) : (
        <Paper withBorder p="sm">
          <Text size="sm" fw={600}>
            {t("lab.nobody")}
          </Text>
          <Text size="sm" c="dimmed">
            {t("lab.nobody_help")}
          </Text>
        </Paper>
      )}
      {near.length > 0 && (
        <div>
          <Text size="xs" fw={600} c="dimmed" mb={6}>
            {t("lab.losers")}
          </Text>
          <ul className="lab-list">
            {near.slice(0, most).map((tried) => (
              <li key={tried.id}>
                <Loser tried={tried} reason={lossText(tried)} onEdit={() => onEdit(tried.id)} />
              </li>
            ))}
          </ul>
          {near.length > most && (
            <Text size="xs" c="dimmed" mt={6}>
              {t("lab.more", { count: near.length - most })}
            </Text>
          )}
        </div>
      )}
      {others > 0 && (
        <Text size="xs" c="dimmed">
          {t("lab.others", { count: others })}
        </Text>
      )}
    </Stack>
  );
}

function Loser({ tried, reason, onEdit }: { tried: Tried; reason: string; onEdit: () => void }) {
  const { t } = useTranslation("keywords");
  return (
    <Paper withBorder p="xs">
      <Group gap={6} wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t("lab.place", { place: tried.place })}
        </Text>
        <UnstyledButton className="keyword-name" onClick={onEdit}>
          {tried.name}
        </UnstyledButton>
        {tried.rank && (
          <Text size="xs" c="dimmed" ml="auto" style={{ whiteSpace: "nowrap" }}>
            {t(`lab.rank.${tried.rank}`)}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {reason}
      </Text>
    </Paper>
  );
}

const most = 30;
