import { isStepType } from "@banter/core/flow/steps/index.ts";
import { Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { IconFlag3 } from "@tabler/icons-react";
import { useReactFlow } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import { focusPanel } from "../actions/focus.ts";
import { useMoves } from "../canvas/use-moves.ts";
import { useBuilder, useScene } from "../context.ts";
import { StepBadge } from "../steps/step-badge.tsx";
import { stepName } from "../steps/step-title.ts";
import { useFoldedInspector } from "./use-folded-inspector.ts";

/** All steps as a list, for keyboards and screen readers, and to find a step. */
export function StepsList() {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  const selection = useBuilder((state) => state.selection);
  const open = useOpenStep();
  const steps = Object.entries(draft.steps);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t("panels.steps")}
      </Title>
      {steps.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("panels.noSteps")}
        </Text>
      )}
      <ul className="steps-list">
        {steps.map(([id, step]) => (
          <li key={id}>
            <UnstyledButton className="list-item" aria-pressed={selection.includes(id)} onClick={() => open(id)}>
              {isStepType(step.type) && <StepBadge type={step.type} size={24} />}
              <span className="list-words">
                <span>{stepName(step, names, t)}</span>
                <Text span size="xs" c="dimmed" truncate display="block">
                  {t(`steps.${step.type}.title`)}
                </Text>
              </span>
              {draft.start === id && <IconFlag3 size={14} role="img" aria-label={t("canvas.start")} />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** Scrolls the canvas to a step. */
export function useShowStep(): (id: string) => void {
  const { fitView } = useReactFlow();
  const taking = useMoves();
  return (id) => void fitView({ nodes: [{ id }], maxZoom: 1, ...taking(250) });
}

/** Opens the settings of a step, with the step in view. */
export function useOpenStep(): (id: string) => void {
  const { builder } = useScene();
  const show = useShowStep();
  const [, fold] = useFoldedInspector();
  return (id) => {
    show(id);
    builder.select([id], "step");
    fold(false);
    // After the settings have been drawn in place of the list.
    setTimeout(focusPanel);
  };
}
