import { MediaKind } from "@banter/core/model/media.ts";
import { useState } from "react";
import type { Media } from "../../media/upload.ts";
import { useDroppedFile } from "../../media/use-dropped-file.ts";

/** Files that were dropped or pasted and wait for the message that they go out with. */
export function useWaitingFiles(onAdded: () => void) {
  const [files, setFiles] = useState<readonly Media[]>([]);
  const dropped = useDroppedFile(MediaKind.options, (file) => {
    setFiles((before) => [...before.filter(({ id }) => id !== file.id), file]);
    onAdded();
  });
  return {
    files,
    dropped,
    remove: (file: Media) => setFiles((before) => before.filter((each) => each !== file)),
    clear: () => setFiles([]),
  };
}
