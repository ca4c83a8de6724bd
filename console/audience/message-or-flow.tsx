import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useScene } from "../builder/context.ts";
import { FlowSelect } from "../frame/flow-select.tsx";
import { StepSettings, useSteps } from "./draft-forms.tsx";
import { blankFlow, blankMessage } from "./sent.ts";

/** Broadcasts and sequences ask for their unsubscribe button themselves. */
const ownButton = ["unsubscribe"];

/** Chooses between a message, written as in the builder, and a flow for everything else. */
export function MessageOrFlow({ id, label }: { id: string; label: string }) {
  const { t } = useTranslation("audience");
  const { builder } = useScene();
  const step = useSteps()[id];
  const isReadOnly = !builder.canEdit;
  const isFlow = step?.type === "goto";
  const replace = (kind: string) => {
    const { present } = builder.get().history;
    const fresh = kind === "flow" ? blankFlow() : blankMessage();
    builder.apply({ ...present, steps: { ...present.steps, [id]: fresh } });
  };
  return (
    <>
      <SegmentedControl
        aria-label={label}
        disabled={isReadOnly}
        data={["message", "flow"].map((value) => ({ value, label: t(`content.${value}`) }))}
        value={isFlow ? "flow" : "message"}
        onChange={replace}
        w="fit-content"
      />
      {isFlow ? (
        <FlowSelect
          label={t("content.which")}
          description={t("content.flowHelp")}
          value={typeof step.flow_id === "number" ? step.flow_id : null}
          onChange={(flowId) => builder.setSetting(id, ["flow_id"], flowId)}
          readOnly={isReadOnly}
        />
      ) : (
        <StepSettings id={id} without={ownButton} />
      )}
    </>
  );
}

/** Adds what is sent to the draft, or removes it. */
export function useSentSteps() {
  const { builder } = useScene();
  const change = (steps: (before: ReturnType<typeof useSteps>) => ReturnType<typeof useSteps>) => {
    const { present } = builder.get().history;
    builder.apply({ ...present, steps: steps(present.steps) });
  };
  return {
    put(id: string) {
      builder.markNew(id, []);
      change((steps) => ({ ...steps, [id]: blankMessage() }));
    },
    drop: (id: string) => change(({ [id]: _, ...others }) => others),
  };
}
