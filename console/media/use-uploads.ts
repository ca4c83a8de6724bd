import { useEffect, useRef, useState } from "react";
import { type Media, uploadFile } from "./upload.ts";

/** A file on its way to the server. `error` is set if it was not taken. */
export type Upload = { id: number; file: File; part: number; error?: unknown };

/** Uploads files side by side. Those that are done leave the list; those that failed stay until they are dismissed. */
export function useUploads(pageId: string, onDone: (media: Media) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const done = useRef(onDone);
  done.current = onDone;

  const change = (id: number, to: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...to } : each)));
  const drop = (id: number) => setUploads((all) => all.filter((each) => each.id !== id));

  async function run(id: number, file: File): Promise<void> {
    const ending = new AbortController();
    running.current.set(id, ending);
    try {
      const media = await uploadFile(pageId, file, (part) => change(id, { part }), ending.signal);
      drop(id);
      done.current(media);
    } catch (error) {
      if (ending.signal.aborted) drop(id);
      else change(id, { error });
    } finally {
      running.current.delete(id);
    }
  }

  // A closed dialog uploads nothing more.
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const ending of all.values()) ending.abort();
    };
  }, []);

  return {
    uploads,
    start(files: Iterable<File>): void {
      for (const file of files) {
        const id = ++lastId;
        setUploads((all) => [...all, { id, file, part: 0 }]);
        void run(id, file);
      }
    },
    retry({ id, file }: Upload): void {
      change(id, { part: 0, error: undefined });
      void run(id, file);
    },
    /** Cancels a running upload, or removes a failed one from the list. */
    dismiss({ id }: Upload): void {
      const ending = running.current.get(id);
      if (ending) ending.abort();
      else drop(id);
    },
  };
}

let lastId = 0;
