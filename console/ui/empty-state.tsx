import { Paper, Stack, Text, Title } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";

type Props = {
  /** Drawn in the picture's bubble. */
  icon: Icon;
  title: string;
  /** One or two sentences about the missing content. */
  help: string;
  /** A button for the next step. */
  action?: ReactNode;
};

/** Shown in place of an empty list. */
export function EmptyState({ icon, title, help, action }: Props) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" py="lg">
        <Drawing icon={icon} />
        <Title order={2} ta="center">
          {title}
        </Title>
        <Text c="dimmed" ta="center" maw={440}>
          {help}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}

/** Two bubbles of a chat: one with words, one with what the screen is about. */
function Drawing({ icon: Icon }: { icon: Icon }) {
  const outline = { stroke: "var(--drawn-line)", strokeWidth: 2, strokeLinejoin: "round" } as const;
  return (
    <svg width={190} height={120} viewBox="0 0 190 120" fill="none" aria-hidden>
      <ellipse cx={96} cy={66} rx={88} ry={48} fill="var(--drawn-shade)" />
      <path d={leftBubble} fill="var(--drawn-paper)" {...outline} />
      <path d="M38 34h46M38 46h28" stroke="var(--drawn-shade)" strokeWidth={5} strokeLinecap="round" />
      <path d={rightBubble} fill="var(--drawn-paper)" {...outline} />
      <Icon x={119} y={55} size={30} stroke={1.75} color="var(--drawn-line)" />
      <path
        d="M162 20v12M156 26h12M22 88v8M18 92h8"
        stroke="var(--drawn-accent)"
        strokeWidth={2.5}
        strokeLinecap="round"
      />
      <circle cx={176} cy={46} r={3} fill="var(--drawn-accent)" />
    </svg>
  );
}

const leftBubble =
  "M34 18h56a12 12 0 0 1 12 12v20a12 12 0 0 1-12 12H46L32 73V62a12 12 0 0 1-10-12V30a12 12 0 0 1 12-12z";
const rightBubble =
  "M110 42h48a12 12 0 0 1 12 12v32a12 12 0 0 1-10 12v11l-14-11h-36a12 12 0 0 1-12-12V54a12 12 0 0 1 12-12z";
