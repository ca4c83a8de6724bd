/** The bytes of files in the outbox, by the keys of their messages, and addresses that show pictures among them. */
export function createPreviews() {
  const files = new Map<string, { file: File; preview: string | undefined }>();
  return {
    /** Returns the address that shows a picture. */
    add(key: string, file: File): string | undefined {
      const preview = /^image\/(png|jpeg|gif|webp)$/.test(file.type) ? URL.createObjectURL(file) : undefined;
      files.set(key, { file, preview });
      return preview;
    },
    find: (key: string) => files.get(key)?.file,
    /** Frees the memory of files whose messages have left the outbox. */
    keepOnly(keys: string[]): void {
      for (const [key, { preview }] of files) {
        if (keys.includes(key)) continue;
        if (preview) URL.revokeObjectURL(preview);
        files.delete(key);
      }
    },
  };
}
