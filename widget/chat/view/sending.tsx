import type { ChatWords } from "../../words.ts";
import type { Outgoing, OutgoingFile } from "../conversation.ts";
import { useStore } from "../store.ts";
import { useScreen } from "./screen.ts";

/** The state of a message of the visitor that has not come back yet. */
export function Sending({ outgoing: { key, state, file } }: { outgoing: Outgoing }) {
  const { chat, words } = useScreen();
  const limits = useStore(chat.store).profile.files?.maxBytes ?? {};
  if (state === "accepted") return null;
  if (state === "sending") return file ? <Progress file={file} /> : <p class="sending">{words.sending}</p>;
  const isRefused = state === "refused";
  return (
    <p class="not-sent">
      {(isRefused && file && reasonOf(file, limits, words)) || words.notSent}{" "}
      <button type="button" onClick={() => (isRefused ? chat.remove(key) : chat.sendAgain())}>
        {isRefused ? words.remove : words.tryAgain}
      </button>
    </p>
  );
}

function Progress({ file: { name, progress } }: { file: OutgoingFile }) {
  const { words } = useScreen();
  return (
    <p class="uploading">
      <progress max={1} value={progress} aria-label={words.sendingFile(name)} />
    </p>
  );
}

function reasonOf({ refusal, type }: OutgoingFile, maxBytes: Record<string, number>, words: ChatWords): string {
  switch (refusal) {
    case "file_too_large":
      return words.fileTooLarge(Math.round((maxBytes[type] ?? 0) / 1024 / 1024));
    case "file_type_not_allowed":
      return words.fileNotAllowed;
    case "file_type_mismatch":
      return words.fileMismatch;
    case "storage_full":
    case "forbidden":
      return words.noFiles;
    default:
      return "";
  }
}
