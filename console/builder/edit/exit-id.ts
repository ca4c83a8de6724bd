/** A new id of a branch, choice or intent. It is random: statistics and customers may still know the ids of removed ones. */
export function freshExitId(
  kind: "branch" | "choice" | "intent",
  taken: readonly string[],
  random = Math.random,
): string {
  for (;;) {
    const id = `${kind}-${Math.floor(random() * 36 ** 5)
      .toString(36)
      .padStart(5, "0")}`;
    if (!taken.includes(id)) return id;
  }
}

/** The ids of older documents are names that people gave; those that the builder makes are not shown. */
export function shownId(id: unknown): string {
  return typeof id === "string" && !/^(branch|choice)-[0-9a-z]{5}$/.test(id) ? id : "";
}
