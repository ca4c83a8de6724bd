/**
 * A sentence with values in the place of its words in capitals. All at once, so that a name with such a word in it stays
 * as it is.
 */
export function put(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\b[A-Z]{3,}\b/g, (word) => values[word] ?? word);
}
