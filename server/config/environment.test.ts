import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import type { z } from "zod";
import { Variables, variablesBySubject } from "./environment.ts";

const file = new URL("../../docs/settings.md", import.meta.url);

/** docs/settings.md, made of the variables. */
function settingsPage(): string {
  const standard: Record<string, unknown> = Variables.parse({});
  const lineOf = ([name, { description }]: [string, z.ZodType]) => {
    assert.ok(description, `${name} needs a description`);
    const value = String(standard[name] ?? "");
    return `| \`${name}\` | ${value === "" ? "none" : `\`${value}\``} | ${description} |`;
  };
  const sections = Object.entries(variablesBySubject).map(([subject, variables]) =>
    [`## ${subject}`, "", "| name | default | |", "|---|---|---|", ...Object.entries(variables).map(lineOf)].join("\n"),
  );
  return [opening, ...sections, ending].join("\n\n");
}

const opening = `# Settings

Environment variables, all optional. An empty one counts as unset. With a wrong one the server does not start, and names
it.`;

const ending = `## Started as root

If the server is started as root, PostgreSQL runs as the user \`postgres\` or \`nobody\`. If that user cannot reach the
checkout, the data and a copy of the binaries are kept under \`/var/lib/banter\`, and the start says so.
`;

test("docs/settings.md tells all settings, their defaults and their meaning", () => {
  if (process.env.UPDATE_CASES) writeFileSync(file, settingsPage());
  assert.equal(readFileSync(file, "utf8"), settingsPage(), "npm test -- --update server/config writes the page");
});
