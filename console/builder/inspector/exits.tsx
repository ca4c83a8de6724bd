import { Divider, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DraftStep } from "../edit/draft.ts";
import { StepInput } from "../inputs/step.tsx";
import { choiceExits, type Exit, nextExits } from "../steps/exits.ts";
import { exitTitle } from "../steps/step-title.ts";
import { durationWords, type Say } from "../steps/summary.ts";
import { useInspected } from "./context.ts";
import { ExitSketch } from "./exit-sketch.tsx";

/** The targets of a step's exits, except those of buttons and choices. The exits of a question have a picture each. */
export function Exits({ step }: { step: DraftStep }) {
  const { t } = useTranslation("builder");
  const { set } = useInspected();
  const exits = nextExits(step);
  if (exits.length === 0) return null;
  return (
    <Stack gap={step.type === "ask" ? 8 : "md"}>
      <Divider label={t("inspector.exits")} labelPosition="left" />
      {exits.map((exit) => {
        const sketch = step.type === "ask" ? sketchOf(exit, step) : undefined;
        const input = (
          <StepInput
            key={exit.handle}
            label={t("inspector.connect", { exit: exitTitle(exit, step, t) })}
            path={exit.path}
            value={exit.target}
            onChange={(next) => set(exit.path, next)}
            {...(sketch && { description: whenTaken(sketch, step, t), size: "xs" })}
          />
        );
        if (!sketch) return input;
        return (
          <div key={exit.handle} className="drawn-exit">
            <ExitSketch of={sketch} />
            {input}
          </div>
        );
      })}
    </Stack>
  );
}

type Sketched = "answered" | "otherChoice" | "gave_up" | "no_reply";

function sketchOf({ name }: Exit, step: DraftStep): Sketched | undefined {
  if (name === "answered") return choiceExits(step).length > 0 ? "otherChoice" : "answered";
  return name === "gave_up" || name === "no_reply" ? name : undefined;
}

function whenTaken(exit: Sketched, step: DraftStep, say: Say): string {
  const count = typeof step.retries === "number" ? step.retries : 2;
  const seconds = typeof step.no_reply_seconds === "number" ? step.no_reply_seconds : 86_400;
  return say(`whenTaken.${exit}`, { count, time: durationWords(seconds, say) });
}
