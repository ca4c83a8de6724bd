import "./emoji.css";
import { Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addWords } from "../../../words.ts";
import { findEmoji } from "./find-emoji.ts";
import { recentEmoji, rememberEmoji } from "./recent-emoji.ts";
import * as words from "./words.ts";

addWords("emoji", words);

/** Emoji by group, with a search. Arrow keys move, Enter chooses: from the search, the first one found. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const { t } = useTranslation("emoji");
  const [search, setSearch] = useState("");
  const [recent] = useState(recentEmoji);
  const root = useRef<HTMLDivElement>(null);
  const found = findEmoji(search).map(({ group, emoji }) => ({ title: t(`groups.${group}`), emoji }));
  const shown = search.trim() === "" && recent.length > 0 ? [{ title: t("recent"), emoji: recent }, ...found] : found;
  const choose = (emoji: string) => {
    rememberEmoji(emoji);
    onChoose(emoji);
  };
  const onSearchKey = (event: KeyboardEvent) => {
    const [first] = shown[0]?.emoji ?? [];
    if (event.key === "Enter" && first !== undefined) choose(first);
    if (event.key === "Enter") event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside
    <div className="emoji-picker" ref={root} onKeyDown={(event) => move(event, root.current)}>
      <TextInput
        size="xs"
        data-autofocus
        aria-label={t("search")}
        placeholder={t("search")}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={onSearchKey}
      />
      <div className="emoji-groups">
        {shown.length === 0 && (
          <Text size="sm" c="dimmed" p={6}>
            {t("nothing")}
          </Text>
        )}
        {shown.map(({ title, emoji }) => (
          <Group key={title} title={title} emoji={emoji} onChoose={choose} />
        ))}
      </div>
    </div>
  );
}

function Group({ title, emoji, onChoose }: { title: string; emoji: string[]; onChoose: (emoji: string) => void }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Text id={id} size="xs" c="dimmed" px={4} pt={4}>
        {title}
      </Text>
      <div className="emoji-grid">
        {emoji.map((one, index) => (
          <button key={one} type="button" tabIndex={index === 0 ? 0 : -1} onClick={() => onChoose(one)}>
            {one}
          </button>
        ))}
      </div>
    </section>
  );
}

/** Up and down go to the nearest emoji of the next row, whatever group it is in. */
function move(event: KeyboardEvent, root: HTMLElement | null): void {
  const { key } = event;
  if (!root || !["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].includes(key)) return;
  const buttons = [...root.querySelectorAll<HTMLButtonElement>("button")];
  const from = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (from === -1 && key !== "ArrowDown") return;
  event.preventDefault();
  const target = from === -1 ? buttons[0] : neighbour(buttons, from, key);
  if (target) target.focus();
  else if (key === "ArrowUp") root.querySelector("input")?.focus();
}

function neighbour(buttons: HTMLButtonElement[], from: number, key: string): HTMLButtonElement | undefined {
  if (key === "ArrowLeft") return buttons[from - 1];
  if (key === "ArrowRight") return buttons[from + 1];
  const own = buttons[from]?.getBoundingClientRect();
  if (!own) return undefined;
  const isDown = key === "ArrowDown";
  const places = buttons.map((button) => ({ button, box: button.getBoundingClientRect() }));
  const rows = places.filter(({ box }) => (isDown ? box.top > own.top + 1 : box.top < own.top - 1));
  const row = (isDown ? Math.min : Math.max)(...rows.map(({ box }) => box.top));
  return rows
    .filter(({ box }) => Math.abs(box.top - row) < 2)
    .sort((one, other) => Math.abs(one.box.left - own.left) - Math.abs(other.box.left - own.left))[0]?.button;
}
