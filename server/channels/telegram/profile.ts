import { telegram as facts } from "@banter/core/channels/telegram/facts.ts";
import type { PageProfile, Profile } from "../channel.ts";
import { cutText } from "../text/split-text.ts";
import { callApi } from "./call-api.ts";
import { commandOf } from "./commands.ts";
import type { Settings } from "./settings.ts";

export const profile: Profile<Settings> = { set: setProfile, iceBreakersAreText: false };

/**
 * The menu becomes commands, which a button beside the input field lists. The greeting is shown in the empty chat and
 * in the bot's profile. Telegram has no ice breakers.
 */
export async function setProfile(profile: PageProfile, settings: Settings): Promise<void> {
  for (const { method, body } of profileCalls(profile)) await callApi(settings, method, body);
}

export function profileCalls({ greeting, mainMenu }: PageProfile): { method: string; body: object }[] {
  const taken = new Set<string>();
  const commands = mainMenu
    .flatMap((item) => {
      const chosen = "payload" in item && item.command !== undefined && !taken.has(item.command) && item.command;
      const command = chosen || ("payload" in item ? commandOf(item.title, item.payload) : undefined);
      if (command !== undefined) taken.add(command);
      return command === undefined ? [] : [{ command, description: cutText(item.title, 256) }];
    })
    .slice(0, facts.mainMenu.count);
  const links = mainMenu.flatMap((item) => ("url" in item ? [`${item.title}: ${item.url}`] : []));
  const short = cutText(greeting ?? "", 120);
  return [
    ...commandCalls(commands),
    { method: "setChatMenuButton", body: { menu_button: { type: commands.length > 0 ? "commands" : "default" } } },
    { method: "setMyDescription", body: { description: descriptionOf(greeting ?? "", links) } },
    { method: "setMyShortDescription", body: { short_description: short } },
  ];
}

/** A command cannot open a link, so the links of the menu follow the greeting, as many as fit. */
function descriptionOf(greeting: string, links: string[]): string {
  let description = cutText(greeting, 512);
  for (const link of links) {
    const longer = description === "" ? link : `${description}\n${link}`;
    if (longer.length <= 512) description = longer;
  }
  return description;
}

/** For private chats alone, where the bot answers. Commands for all chats were set here before. */
function commandCalls(commands: { command: string; description: string }[]): { method: string; body: object }[] {
  const scope = { type: "all_private_chats" };
  return [
    { method: "deleteMyCommands", body: {} },
    commands.length > 0
      ? { method: "setMyCommands", body: { commands, scope } }
      : { method: "deleteMyCommands", body: { scope } },
  ];
}
