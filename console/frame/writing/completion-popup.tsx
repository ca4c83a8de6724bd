import "./add-words.ts";
import { Popover, VisuallyHidden } from "@mantine/core";
import { useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { SuggestionList } from "./suggestion-list.tsx";
import type { Completion } from "./use-completion.ts";

/** A place on the page, relative to the field. */
export type Place = { left: number; top: number; height: number };

type Props = { completion: Completion | undefined; placeOf: (start: number) => Place | undefined };

/** The suggestions below the signs that opened them. The text field keeps the focus. */
export function CompletionPopup({ completion, placeOf }: Props) {
  const { t } = useTranslation("writing");
  const [place, setPlace] = useState<Place>({ left: 0, top: 0, height: 0 });
  const start = completion?.start;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place changes with the start only
  useLayoutEffect(() => {
    const next = start === undefined ? undefined : placeOf(start);
    if (next) setPlace(next);
  }, [start]);
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
          <span className="writing-anchor" style={place} aria-hidden />
        </Popover.Target>
        <Popover.Dropdown p={4} role="region" aria-label={t("writing.search")}>
          {completion && (
            <SuggestionList
              id={completion.listId}
              label={t("writing.search")}
              suggestions={completion.suggestions}
              active={completion.active}
              onPick={completion.pick}
              tabIndex={0}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden aria-live="polite">{completion ? t("writing.found", { count }) : ""}</VisuallyHidden>
    </>
  );
}
