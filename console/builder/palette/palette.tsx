import type { StepTypeName } from "@banter/core/flow/steps/index.ts";
import "./palette.css";
import { FocusTrap, Paper, ScrollArea, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useClickOutside } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PaletteCall } from "../builder.ts";
import { dragType } from "../canvas/dragged-type.ts";
import { useAddStep } from "../canvas/use-add-step.ts";
import { useBuilder, useScene } from "../context.ts";
import { paletteTypes } from "../steps/palette-types.ts";
import { searchSteps } from "../steps/search-steps.ts";
import { StepBadge } from "../steps/step-badge.tsx";

/** The step types, to drag onto the canvas or to press, which adds one after the chosen step. */
export function PaletteRail({ onAdd }: { onAdd: (type: StepTypeName) => void }) {
  const { t } = useTranslation("builder");
  return (
    <nav className="palette-rail" aria-label={t("palette.label")}>
      {paletteTypes.map((type) => (
        <UnstyledButton
          key={type}
          className="palette-item"
          draggable
          title={t(`steps.${type}.help`)}
          onDragStart={(event) => dragType(event, type)}
          onClick={() => onAdd(type)}
        >
          <StepBadge type={type} size={26} />
          <span>{t(`steps.${type}.title`)}</span>
        </UnstyledButton>
      ))}
    </nav>
  );
}

/** The same as a popup beside the pointer, with a search. */
export function PalettePopup({ bounds }: { bounds: () => DOMRect | undefined }) {
  const call = useBuilder((state) => state.palette);
  return call && <Popup call={call} bounds={bounds} />;
}

function Popup({ call, bounds }: { call: PaletteCall; bounds: () => DOMRect | undefined }) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const add = useAddStep();
  const input = useRef<HTMLInputElement>(null);
  // Before painting: a user who opened it by a key is typing already.
  useLayoutEffect(() => input.current?.focus(), []);
  const [search, setSearch] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const close = () => builder.set({ palette: null });
  const outside = useClickOutside(close);
  const found = searchSteps(search, t);
  const pick = (type: StepTypeName | undefined) => {
    if (type) add(type, call);
  };
  function move(event: KeyboardEvent): void {
    if (event.key === "Escape") close();
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const items = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    items[(at + (event.key === "ArrowDown" ? 1 : -1) + items.length) % items.length]?.focus();
  }
  return (
    <FocusTrap active>
      <Paper
        ref={outside}
        className="palette-popup"
        shadow="lg"
        withBorder
        role="dialog"
        aria-label={t("palette.label")}
        style={popupPlace(call.screen, bounds())}
        onKeyDown={(event) => {
          event.stopPropagation();
          move(event);
        }}
      >
        <TextInput
          ref={input}
          data-autofocus
          aria-label={t("palette.search")}
          placeholder={t("palette.search")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The new step's text gets the focus, and would get this key as a line break.
            event.preventDefault();
            pick(found[0]);
          }}
        />
        <ScrollArea.Autosize mah={320} mt={6} viewportProps={{ tabIndex: -1 }}>
          <div ref={list}>
            {found.map((type) => (
              <UnstyledButton key={type} className="palette-item" onClick={() => pick(type)}>
                <StepBadge type={type} size={26} />
                <span>
                  {t(`steps.${type}.title`)}
                  <Text span display="block" size="xs" c="dimmed">
                    {t(`steps.${type}.help`)}
                  </Text>
                </span>
              </UnstyledButton>
            ))}
            {found.length === 0 && (
              <Text size="sm" c="dimmed" p="xs">
                {t("palette.nothing")}
              </Text>
            )}
          </div>
        </ScrollArea.Autosize>
      </Paper>
    </FocusTrap>
  );
}

const size = { width: 300, height: 392 };

/** Beside the pointer, within the bounds; in the middle if there was no pointer. */
function popupPlace(screen: { x: number; y: number } | null, bounds: DOMRect | undefined) {
  if (!bounds) return {};
  const { left, top, width, height } = bounds;
  const x = screen ? screen.x - left : (width - size.width) / 2;
  const y = screen ? screen.y - top : (height - size.height) / 3;
  return {
    left: Math.max(8, Math.min(x, width - size.width - 8)),
    top: Math.max(8, Math.min(y, height - size.height - 8)),
  };
}
