import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Button } from "../message.ts";
import { ActionButton } from "./buttons.tsx";
import { Icon } from "./icon.tsx";
import { useScreen } from "./screen.ts";

/** The main menu: a button that shows a list above it. */
export function Menu({ items }: { items: Button[] }) {
  const { words } = useScreen();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>(".menu-list .button") ?? [])];

  useLayoutEffect(() => {
    const { current } = box;
    if (!isOpen || !current) return;
    entries()[0]?.focus();
    const closeOutside = (event: Event) => {
      if (!(event.target instanceof Node && current.contains(event.target))) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    current.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      current.removeEventListener("keydown", onKeyDown);
    };
  }, [isOpen]);

  function onKeyDown(event: KeyboardEvent): void {
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") close();
    else if (steps) moveFocus(entries(), steps);
    else return;
    event.preventDefault();
  }

  function close(): void {
    setOpen(false);
    box.current?.querySelector("button")?.focus();
  }

  return (
    <div class="menu" ref={box}>
      <button
        type="button"
        class="icon-button"
        aria-label={words.menu}
        aria-expanded={isOpen}
        aria-controls="menu-list"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? "close" : "menu"} />
      </button>
      {isOpen && (
        <ul class="menu-list" id="menu-list" aria-label={words.menu}>
          {items.map((item, index) => (
            <li key={index}>
              <ActionButton button={item} onUsed={close} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function moveFocus(entries: HTMLElement[], steps: number): void {
  const index = entries.indexOf(document.activeElement as HTMLElement);
  entries.at((index + steps) % entries.length)?.focus();
}
