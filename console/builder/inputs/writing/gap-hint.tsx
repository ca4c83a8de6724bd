import { gapFinder } from "@banter/core/flow/lint/gaps.ts";
import { pointer } from "@banter/core/model/pointer.ts";
import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Insertion } from "../../../frame/writing/insertion.ts";
import { useBuilder, useScene } from "../../context.ts";
import "./writing.css";
import type { Path } from "../../edit/draft.ts";
import { useInspected } from "../../inspector/context.ts";
import { fillGaps } from "./fill-gaps.ts";

type Props = { field: string; path: Path; text: string; onFill: (filled: Insertion) => void };

/** Says that a text may have a gap, and adds a fallback to it with one press. */
export function GapHint({ field, path, text, onFill }: Props) {
  const { t } = useTranslation("builder");
  const { builder, lintContext } = useScene();
  const { stepId, isReadOnly } = useInspected();
  const place = pointer(["steps", stepId, ...path]);
  const hasGap = useBuilder(({ problems }) =>
    problems.some(({ code, path: at }) => code === "fallback_missing" && at === place),
  );
  if (!hasGap) return null;
  const gaps = gapFinder(builder.get().history.present, lintContext)(text);
  if (gaps.length === 0) return null;
  const name = gaps.map((each) => t(`variables.names.${each}`, { defaultValue: each })).join(", ");
  return (
    <p className="gap-hint">
      {t("writing.gap", { name })}
      {!isReadOnly && (
        <UnstyledButton
          aria-label={t("writing.addFallbackIn", { field })}
          onClick={() => onFill(fillGaps(text, gaps, t))}
        >
          {t("writing.addFallback")}
        </UnstyledButton>
      )}
    </p>
  );
}
