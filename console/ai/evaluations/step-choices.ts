import { StepTool, toolName } from "@banter/core/flow/ai/step-tools.ts";
import { isObject } from "@banter/core/model/json.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useToolTitle } from "../../frame/help/model/use-tool-title.ts";
import { usePage } from "../../frame/use-page.ts";
import { flowDraftQuery, sourcesQuery } from "./queries.ts";

export type Choice = { value: string; label: string };

/** The sources, tools and exits that an expectation on answers of a step can name. */
export type StepChoices = { cites: Choice[]; calls: Choice[]; leaves: Choice[] };

/** The AI steps of a flow's draft, by the beginning of their instructions. */
export function useAiSteps(flowId: number | null): Choice[] {
  return Object.entries(useSteps(flowId)).flatMap(([id, step]) => {
    if (!isObject(step) || step.type !== "ai") return [];
    const words = typeof step.instructions === "string" ? step.instructions.trim().slice(0, 80) : "";
    return [{ value: id, label: words || id }];
  });
}

export function useStepChoices(flowId: number | null, stepId: string): StepChoices {
  const { t } = useTranslation("evaluations");
  const step = useSteps(flowId)[stepId];
  const { data } = useQuery(sourcesQuery(usePage().id));
  const toolTitle = useToolTitle();
  const settings = isObject(step) ? step : {};
  const tools = Array.isArray(settings.tools) ? settings.tools : [];
  const intents = Array.isArray(settings.intents) ? settings.intents : [];
  return {
    cites: (data?.sources ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    calls: tools.flatMap((given, index): Choice[] => {
      const tool = StepTool.safeParse(given).data;
      if (!tool) return [];
      const name = toolName(tool, index);
      const title = toolTitle(name);
      return [{ value: name, label: "description" in tool ? `${title}: ${tool.description}` : title }];
    }),
    leaves: [
      { value: "answered", label: t("exits.answered") },
      { value: "unsure", label: t("exits.unsure") },
      ...intents.flatMap((intent): Choice[] =>
        isObject(intent) && typeof intent.id === "string"
          ? [{ value: intent.id, label: typeof intent.name === "string" ? intent.name : intent.id }]
          : [],
      ),
    ],
  };
}

function useSteps(flowId: number | null): Record<string, unknown> {
  const { data } = useQuery(flowDraftQuery(usePage().id, flowId));
  return isObject(data?.draft.steps) ? data.draft.steps : {};
}
