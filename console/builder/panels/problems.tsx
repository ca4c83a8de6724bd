import { Button, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useBuilder, useScene } from "../context.ts";
import { problemWords } from "../faults/problem-words.ts";
import { repairGaps } from "../inputs/writing/fill-gaps.ts";
import { stepName } from "../steps/step-title.ts";
import { useOpenStep } from "./steps-list.tsx";

/** Errors and warnings; a click selects the step. */
export function Problems() {
  const { t } = useTranslation("builder");
  const { builder, names, lintContext } = useScene();
  const problems = useBuilder((state) => state.problems);
  const draft = useBuilder(({ history }) => history.present);
  const open = useOpenStep();
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t("panels.problems")}
      </Title>
      {problems.length === 0 && (
        <Text size="sm" c="dimmed">
          <IconCircleCheck size={16} aria-hidden style={{ verticalAlign: "text-bottom" }} /> {t("panels.noProblems")}
        </Text>
      )}
      <ul className="steps-list">
        {problems.map((problem) => {
          const { step, severity, path, code, message } = problem;
          const Icon = severity === "error" ? IconAlertCircle : IconAlertTriangle;
          const of = step === undefined ? undefined : draft.steps[step];
          return (
            <li key={`${path} ${code} ${message}`}>
              <UnstyledButton className="list-item" disabled={!of} onClick={() => step !== undefined && open(step)}>
                <Icon
                  size={18}
                  className={`problem-icon is-${severity}`}
                  role="img"
                  aria-label={t(`panels.${severity}`)}
                />
                <span className="list-words">
                  <span>{problemWords(problem, draft, t)}</span>
                  {of && (
                    <Text span size="xs" c="dimmed" truncate display="block">
                      {stepName(of, names, t)}
                    </Text>
                  )}
                </span>
              </UnstyledButton>
              {code === "fallback_missing" && builder.canEdit && (
                <Button
                  size="compact-xs"
                  variant="light"
                  ms={34}
                  mb={4}
                  onClick={() => repairGaps(builder, problem, lintContext, t)}
                >
                  {t("writing.addFallback")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}
