import { useEffect, useRef, useState } from "preact/hooks";
import type { FileRules } from "../profile.ts";
import { Icon } from "./icon.tsx";
import { useScreen } from "./screen.ts";

/** The button that chooses files. Phones offer their camera for the accepted types. */
export function AttachButton({ rules, isDisabled }: { rules: FileRules; isDisabled: boolean }) {
  const { chat, words } = useScreen();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        class="chooser"
        hidden
        multiple
        accept={rules.accept}
        onChange={({ currentTarget }) => {
          chat.sendFiles(currentTarget.files ?? []);
          // The same file may be chosen again.
          currentTarget.value = "";
        }}
      />
      <button
        type="button"
        class="icon-button attach"
        aria-label={words.attach}
        title={words.attach}
        disabled={isDisabled}
        onClick={() => chooser.current?.click()}
      >
        <Icon name="clip" />
      </button>
    </>
  );
}

/** Takes files that are dropped anywhere on the chat, and pictures that are pasted. Returns whether to show the target. */
export function useDroppedFiles(isActive: boolean): boolean {
  const { chat } = useScreen();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isActive) return;
    const send = (event: Event, files: FileList | undefined) => {
      if (!files || files.length === 0) return;
      event.preventDefault();
      chat.sendFiles(files);
    };
    const onPaste = (event: ClipboardEvent) => send(event, event.clipboardData?.files);
    const onDrop = (event: DragEvent) => {
      setOver(false);
      send(event, event.dataTransfer?.files);
    };
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    };
    // Leaving the window has no element that is entered instead.
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    document.addEventListener("paste", onPaste);
    document.addEventListener("drop", onDrop);
    document.addEventListener("dragover", onDragOver);
    document.addEventListener("dragleave", onDragLeave);
    return () => {
      document.removeEventListener("paste", onPaste);
      document.removeEventListener("drop", onDrop);
      document.removeEventListener("dragover", onDragOver);
      document.removeEventListener("dragleave", onDragLeave);
    };
  }, [isActive]);
  return isOver;
}
