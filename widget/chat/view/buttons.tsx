import { phoneAddress, webAddress } from "@banter/core/model/content/text-links.ts";
import type { Button } from "../message.ts";
import { Icon } from "./icon.tsx";
import { useScreen } from "./screen.ts";

export function Buttons({ buttons }: { buttons: Button[] }) {
  if (buttons.length === 0) return null;
  return (
    <div class="buttons">
      {buttons.map((button, index) => (
        <ActionButton key={index} button={button} />
      ))}
    </div>
  );
}

/** Sends its payload, opens a link or calls a number. Disabled if its address is not safe. */
export function ActionButton({ button, onUsed }: { button: Button; onUsed?: () => void }) {
  const { chat, words } = useScreen();
  const { title } = button;

  if (button.type === "reply") {
    const press = () => {
      chat.press(button);
      onUsed?.();
    };
    return (
      <button type="button" class="button" dir="auto" onClick={press}>
        {title}
      </button>
    );
  }

  const isCall = button.type === "call";
  const href = isCall ? phoneAddress(button.phone) : webAddress(button.url);
  if (!href) {
    return (
      <button type="button" class="button" dir="auto" disabled>
        {title}
      </button>
    );
  }
  return (
    <a class="button" dir="auto" href={href} onClick={onUsed} {...(!isCall && newTab)}>
      {title}
      <Icon name={isCall ? "call" : "out"} />
      {!isCall && <span class="unseen">({words.opensNewTab})</span>}
    </a>
  );
}

/** The opened page gets no access to this one and does not learn its address. */
export const newTab = { target: "_blank", rel: "noopener noreferrer" };
