import "../content/content.css";
import { Stack, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBuilder } from "../context.ts";
import { stepPointer } from "../faults/shown-problems.ts";
import { useInspected } from "../inspector/context.ts";

type Props = {
  /** One of the settings differs from what it is without the author: it should be seen. */
  isUsed: boolean;
  /** The beginnings of the settings' places in the step, whose faults open it. */
  places: readonly string[];
  children: ReactNode;
};

/** The settings that few need, behind one button. */
export function MoreSettings({ isUsed, places, children }: Props) {
  const { t } = useTranslation("builder");
  const { stepId } = useInspected();
  const [isPressed, setPressed] = useState<boolean>();
  const content = useId();
  const hasFault = useBuilder(({ shownProblems }) =>
    shownProblems.some(({ path }) => places.some((place) => path.startsWith(`${stepPointer(stepId)}/${place}`))),
  );
  const isOpen = hasFault || (isPressed ?? isUsed);
  return (
    <Stack gap="sm">
      <UnstyledButton
        className="more-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? content : undefined}
        onClick={() => setPressed(!isOpen)}
      >
        <IconChevronRight size={16} aria-hidden />
        {t("content.more")}
      </UnstyledButton>
      {isOpen && (
        <Stack gap="sm" id={content}>
          {children}
        </Stack>
      )}
    </Stack>
  );
}
