import type { OutgoingFile } from "../conversation.ts";
import { Icon } from "./icon.tsx";
import { useScreen } from "./screen.ts";

/** A file that is being sent: the picture from the visitor's own device, or the file's name. */
export function OutgoingMedia({ file: { name, preview } }: { file: OutgoingFile }) {
  const { words } = useScreen();
  return (
    <div class="bubble">
      {preview ? (
        <span class="picture">
          <img alt={name || words.image} src={preview} />
        </span>
      ) : (
        <span class="file">
          <span class="file-icon">
            <Icon name="file" />
          </span>
          <span class="file-name" dir="auto">
            {name || words.file}
          </span>
        </span>
      )}
    </div>
  );
}
