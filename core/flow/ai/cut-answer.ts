/** The answer, or its first sentences if it is longer than it may be. A first sentence that is too long loses words. */
export function cutAnswer(text: string, maxLength: number): string {
  const whole = text.trim();
  if (whole.length <= maxLength) return whole;
  const start = whole.slice(0, maxLength).toWellFormed();
  const sentence = /^[\s\S]*[.!?…。！？](?=\s|$)/u.exec(start)?.[0];
  if (sentence && sentence.length >= maxLength / 3) return sentence;
  return `${/^[\s\S]*(?=\s)/u.exec(start.slice(0, -1))?.[0].trimEnd() ?? start.slice(0, -1)}…`;
}
