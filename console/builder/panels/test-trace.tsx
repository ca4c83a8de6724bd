import { Text, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBuilder, useScene } from "../context.ts";
import { summaryOf } from "../summary.ts";
import type { TryOut } from "../try-out.ts";
import { useShowStep } from "./steps-list.tsx";

/** Why each turn went as it did, the newest first. */
export function TestTrace({ view }: { view: TryOut }) {
  const { t, i18n } = useTranslation("builder");
  const { builder, names, page } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  const show = useShowStep();
  const format = new Intl.DateTimeFormat(i18n.language, { timeZone: page.timezone, timeStyle: "medium" });
  /** The engine knows steps by their ids; whoever reads it, by what they say. */
  function named(words: string): string {
    return words.replace(/\bstep ([A-Za-z0-9_-]+)( of the flow [^(]*\(version 0\))?/gi, (all, id: string) => {
      const step = draft.steps[id];
      return step ? t("test.step", { step: summaryOf(step, names, t) || t(`steps.${step.type}.title`) }) : all;
    });
  }
  return (
    <ol className="trace" reversed>
      {view.turns.map((turn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns only grow at their end
        <li key={index}>
          <Text size="xs" fw={600}>
            {format.format(turn.at)} · {t(`test.causes.${turn.cause}`)}
          </Text>
          {turn.words.map((words) => (
            <Text key={words} size="sm">
              {named(words)}
            </Text>
          ))}
          <div className="trace-steps">
            {[...new Set(turn.steps)].flatMap((id) => {
              const step = draft.steps[id];
              return step
                ? [
                    <UnstyledButton
                      key={id}
                      className="trace-step"
                      onClick={() => {
                        show(id);
                        builder.select([id]);
                      }}
                    >
                      {t(`steps.${step.type}.title`)}: {summaryOf(step, names, t)}
                    </UnstyledButton>,
                  ]
                : [];
            })}
          </div>
        </li>
      ))}
    </ol>
  );
}
