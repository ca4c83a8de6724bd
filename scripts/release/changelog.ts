const heading = /^## Unreleased\n/m;

/** The text under "Unreleased", up to the newest release. */
export function unreleasedNotes(changelog: string): string {
  const [, after] = changelog.split(heading);
  if (after === undefined) throw new Error('CHANGELOG.md has no heading "## Unreleased".');
  return (after.split(/^## /m)[0] ?? "").trim();
}

/** Turns "Unreleased" into the section of a version, and starts an empty one above it. */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  return changelog.replace(heading, `## Unreleased\n\n## ${version} (${date})\n`);
}
