import type { StepTypeName } from "@banter/core/flow/steps/index.ts";
import { ThemeIcon } from "@mantine/core";
import { stepLooks } from "./step-looks.ts";

export function StepBadge({ type, size = 30 }: { type: StepTypeName; size?: number }) {
  const { icon: Icon, color } = stepLooks[type];
  return (
    <ThemeIcon size={size} radius="sm" color={`${color}.8`}>
      <Icon size={size * 0.6} aria-hidden />
    </ThemeIcon>
  );
}
