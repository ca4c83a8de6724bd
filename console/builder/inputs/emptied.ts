/** Clearing an optional text removes the setting. */
export function emptied(text: string, isOptional: boolean): string | undefined {
  return text === "" && isOptional ? undefined : text;
}
