/** A failure as a message: one sentence if the disk is full, else the last lines of the output. */
export function explain(what: string, output: string): string {
  if (/no space left on device/i.test(output)) return `${what}: the disk is full.`;
  return `${what}:\n${output.trim().split("\n").slice(-8).join("\n")}`;
}
