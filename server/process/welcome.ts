import type { Demo } from "../domain/pages/demo.ts";

/** Prints the addresses of a server that has started, and the demo's credentials if it was just created. */
export function welcome(baseUrl: string, location: string, demo: Demo | undefined): void {
  say(`Banter is running. Data: ${location}`);
  say("");
  say(`  Console    ${baseUrl}/`);
  if (demo) say(`  Login      ${demo.email}  ${demo.password}`);
  if (demo) say(`  Chat page  ${baseUrl}/chat/${demo.pageId}`);
  say(`  API        ${baseUrl}/docs`);
  say("");
  if (demo) {
    say("  Try the public API:");
    say(`  curl -H 'access-token: ${demo.token}' ${baseUrl}/api/public_api/v1/pages/${demo.pageId}/flows`);
  } else say("  A new demo login and token: npm run -s banter -- demo");
  say("");
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
