/** A failure in one sentence: a plain word for the commonest cause, else the last lines of what the program said. */
export function explain(what: string, output: string): string {
  if (/no space left on device/i.test(output)) return `${what}: the disk is full.`;
  return `${what}:\n${output.trim().split("\n").slice(-8).join("\n")}`;
}
