import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Button } from "../message.ts";
import type { FileRules } from "../profile.ts";
import { AttachButton, useDroppedFiles } from "./attach.tsx";
import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";
import { useScreen } from "./screen.ts";

const maxLength = 2000;

type ComposerProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  menu: Button[];
  files: FileRules | undefined;
  isDisabled: boolean;
};

export function Composer({ field, menu, files, isDisabled }: ComposerProps) {
  const { chat, words, look } = useScreen();
  const [text, setText] = useState("");
  const isDropping = useDroppedFiles(files !== undefined && !isDisabled);
  const isBlank = text.trim() === "";

  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.height = "auto";
    current.style.height = `${current.scrollHeight}px`;
  }, [text]);

  function send(event: Event): void {
    event.preventDefault();
    if (isBlank || isDisabled) return;
    chat.say(text.trim());
    setText("");
    field.current?.focus();
  }

  function sendOnEnter(event: KeyboardEvent): void {
    // During composition, Enter is for the input method.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== 229) send(event);
  }

  return (
    <form class="composer" onSubmit={send}>
      {menu.length > 0 && <Menu items={menu} />}
      {files && <AttachButton rules={files} isDisabled={isDisabled} />}
      {isDropping && (
        <p class="drop-target" aria-hidden="true">
          {words.drop}
        </p>
      )}
      <div class="field">
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={words.write}
          placeholder={look.texts?.placeholder ?? words.write}
          enterkeyhint="send"
          maxLength={maxLength}
          disabled={isDisabled}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            chat.type(event.currentTarget.value);
          }}
          onKeyDown={sendOnEnter}
        />
        {text.length > maxLength * 0.9 && <span class="left">{maxLength - text.length}</span>}
        <button type="submit" class="send" aria-label={words.send} disabled={isBlank || isDisabled}>
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}
