import { explainTrace } from "@banter/core/flow/explain/explain-trace.ts";
import { english } from "@banter/core/flow/explain/trace-words.ts";
import { vietnamese } from "@banter/core/flow/explain/trace-words.vi.ts";
import { Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { keywordsQuery } from "../../queries.ts";
import type { Language } from "../../words.ts";
import { useBuilder, useScene } from "../context.ts";
import { exitTitleOf, stepName } from "../steps/step-title.ts";
import type { TryOut } from "../try-out/try-out.ts";
import { useShowStep } from "./steps-list.tsx";

const languages = { en: english, vi: vietnamese } satisfies Record<Language, unknown>;

/** The explanation of each turn, newest first. */
export function TestTrace({ view }: { view: TryOut }) {
  const { t, i18n } = useTranslation("builder");
  const { builder, names, page, flowId } = useScene();
  const { data: keywords } = useQuery(keywordsQuery(page.id));
  const draft = useBuilder(({ history }) => history.present);
  const show = useShowStep();
  const format = new Intl.DateTimeFormat(i18n.language, { timeZone: page.timezone, timeStyle: "medium" });
  const known = {
    flow: (id: number) => names.flow.get(id),
    tag: (id: number) => names.tag.get(id),
    keyword: (id: number) => keywords?.find((keyword) => keyword.id === id)?.name,
    /** The engine names steps by id; people know them by their text. */
    step(id: string, flow = flowId) {
      const step = flow === flowId ? draft.steps[id] : undefined;
      return step && `“${stepName(step, names, t)}”`;
    },
    exit: (name: string, id: string, flow: number) =>
      exitTitleOf(flow === flowId ? draft.steps[id] : undefined, name, t),
  };
  const words = languages[i18n.language as Language] ?? english;
  return (
    <ol className="trace" reversed>
      {view.turns.map((turn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns only grow at their end
        <li key={index}>
          <Text size="xs" fw={600}>
            {format.format(turn.at)} · {t(`test.causes.${turn.cause}`)}
          </Text>
          {explainTrace(turn.trace, known, words).map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
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
                      {stepName(step, names, t)}
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
