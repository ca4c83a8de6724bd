import { type KeyboardEvent, useRef } from "react";

const emoji =
  "😀 😄 😁 😆 😅 😂 🙂 😉 😊 😍 🥰 😘 😋 😎 🤩 🥳 🤔 🤗 😐 😏 😴 😢 😭 😤 😡 😱 🙏 👍 👎 👌 ✌️ 🤝 👏 🙌 💪 👋 👉 👈 👆 👇 ❤️ 🧡 💛 💚 💙 💜 🖤 💔 💯 ✨ 🔥 🎉 🎁 🌸 🌹 🌟 ☀️ 🌙 ☕ 🍰 🍀 📷 📞 📍 🚚 📦 💰 💳 🛒 🏠 ⏰ 📅 ✅ ❌ ❗ ❓ ⚠️ 🔔 💬 📝".split(
    " ",
  );
const columns = 10;

/** Common emoji. Arrow keys move, Enter chooses. */
export function EmojiGrid({ onChoose }: { onChoose: (emoji: string) => void }) {
  const grid = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    const buttons = [...(grid.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (step === undefined || at === -1) return;
    event.preventDefault();
    buttons[at + step]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside
    <div className="emoji-grid" ref={grid} onKeyDown={onKeyDown}>
      {emoji.map((one, index) => (
        <button
          key={one}
          type="button"
          tabIndex={index === 0 ? 0 : -1}
          data-autofocus={index === 0 || undefined}
          onClick={() => onChoose(one)}
        >
          {one}
        </button>
      ))}
    </div>
  );
}
