import "./triggers.css";
import { IconAlertTriangle, IconFlag3 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent, MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { overviewQuery, usesQuery } from "../../frame/uses/queries.ts";
import { useUseName } from "../../frame/uses/use-list.tsx";
import { useScene } from "../context.ts";

const maxShown = 3;

/** Above the first step: what starts the flow, and how often. Opens the panel where that is changed. */
export function StartFlag() {
  const { t, i18n } = useTranslation("triggers");
  const number = (count: number) => count.toLocaleString(i18n.language);
  const { builder, page, flowId } = useScene();
  const { data: uses } = useQuery(usesQuery(page.id, flowId));
  const nameOf = useUseName();
  const { data: overview } = useQuery(overviewQuery(page.id));
  const numbers = overview?.numbers.find(({ flow_id }) => flow_id === flowId);
  const names = uses?.filter(({ is_active }) => is_active).map(nameOf);
  const rest = (names?.length ?? 0) - maxShown;
  const open = (event: MouseEvent) => {
    // The step below must not be opened too.
    event.stopPropagation();
    builder.set({ panel: "triggers", shown: null });
  };
  return (
    <button type="button" className="start-flag nodrag nopan" onClick={open} onKeyDown={keepFromCanvas}>
      <span className="visually-hidden">{t("open")}</span>
      <span className="start-title">
        <IconFlag3 size={12} aria-hidden /> {t("start")}
      </span>
      {names?.slice(0, maxShown).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two keywords may have one name
        <span key={index} className="start-use">
          {name}
        </span>
      ))}
      {rest > 0 && <span className="start-more">{t("more", { count: rest })}</span>}
      {numbers && (
        <span className="start-more start-numbers">
          {t("lately", { starts: number(numbers.starts), finishes: number(numbers.finishes) })}
        </span>
      )}
      {names?.length === 0 && (
        <span className="start-none">
          <IconAlertTriangle size={14} aria-hidden /> {t("nothing")}
        </span>
      )}
    </button>
  );
}

/** On the canvas these keys open the step that has the focus. */
function keepFromCanvas(event: KeyboardEvent): void {
  if (event.key === "Enter" || event.key === " ") event.stopPropagation();
}
