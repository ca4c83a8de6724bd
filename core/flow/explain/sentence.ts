/** Replaces the placeholders, words in capitals, in one pass: a value that looks like a placeholder is left alone. */
export function put(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\b[A-Z]{3,}\b/g, (word) => values[word] ?? word);
}
