import { Popover } from "@mantine/core";
import { type RefObject, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { caretPoint } from "./caret-point.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import type { Completion, TextElement } from "./use-writing.ts";

type Props = { element: RefObject<TextElement | null>; completion: Completion | undefined; label: string };

/** The suggestions below the braces that opened them. The text field keeps the focus. */
export function CompletionPopup({ element, completion, label }: Props) {
  const { t } = useTranslation("builder");
  const [place, setPlace] = useState({ left: 0, top: 0, height: 0 });
  const start = completion?.start;
  useLayoutEffect(() => {
    if (start !== undefined && element.current) setPlace(caretPoint(element.current, start));
  }, [element, start]);
  const count = completion?.suggestions.length ?? 0;
  return (
    <>
      <Popover
        opened={completion !== undefined}
        position="bottom-start"
        width={280}
        offset={2}
        shadow="md"
        withinPortal
        withRoles={false}
        trapFocus={false}
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <span className="completion-anchor" style={place} aria-hidden />
        </Popover.Target>
        <Popover.Dropdown p={4} role="region" aria-label={label}>
          {completion && (
            <SuggestionList
              id={completion.listId}
              label={label}
              suggestions={completion.suggestions}
              active={completion.active}
              onPick={completion.pick}
              tabIndex={0}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      <span className="visually-hidden" aria-live="polite">
        {completion ? t("writing.found", { count }) : ""}
      </span>
    </>
  );
}
