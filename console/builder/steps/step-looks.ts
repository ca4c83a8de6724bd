import type { StepTypeName } from "@banter/core/flow/steps/index.ts";
import {
  type Icon,
  IconApi,
  IconArrowForwardUp,
  IconArrowsRandom,
  IconArrowsSplit2,
  IconBolt,
  IconClock,
  IconMessage,
  IconMessageQuestion,
  IconNote,
  IconSparkles,
} from "@tabler/icons-react";

/** How each step type looks on the canvas and in lists. The colour is one of Mantine's. */
export const stepLooks: Record<StepTypeName, { icon: Icon; color: string }> = {
  message: { icon: IconMessage, color: "indigo" },
  ask: { icon: IconMessageQuestion, color: "teal" },
  condition: { icon: IconArrowsSplit2, color: "orange" },
  split: { icon: IconArrowsRandom, color: "grape" },
  delay: { icon: IconClock, color: "red" },
  action: { icon: IconBolt, color: "pink" },
  goto: { icon: IconArrowForwardUp, color: "cyan" },
  request: { icon: IconApi, color: "blue" },
  ai: { icon: IconSparkles, color: "violet" },
  note: { icon: IconNote, color: "yellow" },
};
