import "./header.css";
import { Badge, Button, Group, Indicator, Text, Tooltip, UnstyledButton } from "@mantine/core";
import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChartBar,
  IconChevronLeft,
  IconFlag3,
  IconHistory,
  IconListDetails,
  IconPlayerPlay,
  IconSparkles,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useHasModel } from "../../frame/help/model/use-has-model.ts";
import { dateTime } from "../../ui/ago.ts";
import { IconLink } from "../../ui/links.tsx";
import type { Panel } from "../builder.ts";
import { useBuilder, useScene } from "../context.ts";
import { OtherPeople } from "../edit/together/others.tsx";
import { PublishDialog } from "../panels/publish.tsx";
import { flowQuery } from "../queries.ts";
import { PublishMenu } from "../triggers/publish-menu.tsx";
import { type Publication, usePublication } from "../triggers/use-publication.ts";
import { FlowNameInput } from "./flow-name-input.tsx";
import { SaveState } from "./save-state.tsx";

/** The flow's name, the state of saving, and the actions for the whole flow. */
export function Header({ name, onRenamed }: { name: string; onRenamed: (name: string) => void }) {
  const { t } = useTranslation("builder");
  const { builder, page } = useScene();
  const [isPublishing, setPublishing] = useState(false);
  const publication = usePublication();
  const hasModel = useHasModel();
  const canBeHelped = builder.canEdit && hasModel;
  return (
    <div className="builder-header">
      <h1 className="visually-hidden">{t("header.flow", { name })}</h1>
      <IconLink
        to="/pages/$pageId/flows"
        params={{ pageId: page.id }}
        variant="subtle"
        color="gray"
        aria-label={t("header.toFlows")}
      >
        <IconChevronLeft size={18} aria-hidden />
      </IconLink>
      <FlowNameInput name={name} onRenamed={onRenamed} />
      <SaveStatus publication={publication} />
      <OtherPeople />
      <Group gap={4} ml="auto" wrap="nowrap" className="header-tools">
        {builder.canEdit && <UndoRedo />}
        <PanelButton panel="triggers" icon={IconFlag3} />
        <PanelButton panel="steps" icon={IconListDetails} />
        <ProblemsButton />
        <PanelButton panel="versions" icon={IconHistory} />
        <PanelButton panel="numbers" icon={IconChartBar} />
        {canBeHelped && <PanelButton panel="assistant" icon={IconSparkles} />}
        <Button
          size="xs"
          variant="default"
          className="test-button"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          onClick={() => builder.set({ panel: builder.get().panel === "test" ? null : "test" })}
        >
          <span className="test-words">{t("header.test")}</span>
        </Button>
        {builder.canEdit && (
          <Group gap={2} wrap="nowrap">
            <Button
              size="xs"
              // Without a difference there is nothing to publish.
              disabled={publication === undefined || publication === "live"}
              onClick={() => {
                builder.showAllProblems();
                setPublishing(true);
              }}
            >
              {t("header.publish")}
            </Button>
            <PublishMenu />
          </Group>
        )}
      </Group>
      {isPublishing && <PublishDialog onClose={() => setPublishing(false)} />}
    </div>
  );
}

function SaveStatus({ publication }: { publication: Publication | undefined }) {
  const { t } = useTranslation("builder");
  const { builder, page, flowId } = useScene();
  const { data: flow } = useQuery(flowQuery(page.id, flowId));
  return (
    <Group gap="xs" wrap="nowrap" className="save-status">
      {!builder.canEdit && <Badge variant="default">{t("header.readOnly")}</Badge>}
      {builder.canEdit && <SaveState />}
      {flow && <FlowState isOn={flow.is_on} publishAt={flow.publish_at} />}
      {flow && publication && (
        <Text size="xs" c="dimmed" className="publication">
          {t(`header.${publication}`, { version: flow.published_version })}
        </Text>
      )}
    </Group>
  );
}

/** Shown while the flow is off, or waits for its time. */
function FlowState({ isOn, publishAt }: { isOn: boolean; publishAt: string | null }) {
  const { t, i18n } = useTranslation("triggers");
  const { timezone } = useScene().page;
  return (
    <>
      {!isOn && (
        <Badge color="red" variant="light" tt="none">
          {t("header.off")}
        </Badge>
      )}
      {publishAt && (
        <Badge color="blue" variant="light" tt="none">
          {t("header.scheduled", { when: dateTime(publishAt, { language: i18n.language, timezone }) })}
        </Badge>
      )}
    </>
  );
}

function UndoRedo() {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const canUndo = useBuilder(({ history }) => history.past.length > 0);
  const canRedo = useBuilder(({ history }) => history.future.length > 0);
  return (
    <>
      <Tool label={t("header.undo")} icon={IconArrowBackUp} disabled={!canUndo} onClick={builder.undo} />
      <Tool label={t("header.redo")} icon={IconArrowForwardUp} disabled={!canRedo} onClick={builder.redo} />
    </>
  );
}

function PanelButton({ panel, icon }: { panel: Panel; icon: Icon }) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const isOpen = useBuilder((state) => state.panel === panel);
  const toggle = () => builder.set({ panel: isOpen ? null : panel, ...(panel !== "versions" && { shown: null }) });
  const label = t(`panels.${panel}`);
  const words = panel === "triggers" ? t("header.triggers") : label;
  return <Tool label={label} words={words} icon={icon} isOn={isOpen} onClick={toggle} />;
}

function ProblemsButton() {
  const { t } = useTranslation("builder");
  const problems = useBuilder((state) => state.shownProblems);
  const isOpen = useBuilder((state) => state.panel === "problems");
  const { builder } = useScene();
  // As in the dialog of publishing: what must be put right is counted first, and warnings only without it.
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const count = errors || problems.length;
  const label = count === 0 ? t("panels.problems") : t(`panels.${errors ? "errorsCount" : "problemsCount"}`, { count });
  return (
    <Indicator label={count} size={16} offset={4} disabled={count === 0} color={errors ? "red.8" : "orange.9"}>
      <Tool
        label={label}
        words={t("panels.problems")}
        icon={IconAlertTriangle}
        isOn={isOpen}
        onClick={() => {
          builder.showAllProblems();
          builder.set({ panel: isOpen ? null : "problems" });
        }}
      />
    </Indicator>
  );
}

type ToolProps = {
  label: string;
  /** Shown beside the icon where there is room. */
  words?: string;
  icon: Icon;
  onClick: () => void;
  disabled?: boolean;
  isOn?: boolean;
};

function Tool({ label, words, icon: IconOf, onClick, disabled = false, isOn }: ToolProps) {
  return (
    <Tooltip label={label}>
      <UnstyledButton
        className="header-tool"
        aria-label={label}
        aria-pressed={isOn}
        disabled={disabled}
        onClick={onClick}
      >
        <IconOf size={18} aria-hidden />
        {words && <span className="tool-words">{words}</span>}
      </UnstyledButton>
    </Tooltip>
  );
}
