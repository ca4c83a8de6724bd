import { whatsapp as facts } from "@banter/core/channels/whatsapp/facts.ts";
import type { PageProfile, Profile } from "../channel.ts";
import { cutText } from "../text/split-text.ts";
import { commandName } from "./commands.ts";
import { callCloud, Refused } from "./graph.ts";
import type { Settings } from "./settings.ts";

export const profile: Profile<Settings> = { set: setProfile, iceBreakersAreText: true };

export async function setProfile(profile: PageProfile, settings: Settings): Promise<void> {
  const automation = automationOf(profile);
  const set = (prompts: string[]) =>
    callCloud(settings, `${settings.phoneNumberId}/conversational_automation`, { ...automation, prompts });
  try {
    await set(automation.prompts);
  } catch (error) {
    // Meta's guide allows four prompts, its API description three.
    if (!(error instanceof Refused && error.code === 100) || automation.prompts.length <= 3) throw error;
    await set(automation.prompts.slice(0, 3));
  }
}

/**
 * Ice breakers become prompts, which come back as their text. Menu items that lead to flows become commands, which come
 * back as their names. There is no place for a greeting or for links.
 */
export function automationOf({ iceBreakers, mainMenu }: PageProfile) {
  const prompts = iceBreakers.map(({ title }) => cutText(title, facts.iceBreakers.characters));
  const commands = mainMenu.flatMap((item) => ("payload" in item ? [commandOf(item)] : []));
  return {
    enable_welcome_message: false,
    prompts: [...new Set(prompts)].slice(0, facts.iceBreakers.count),
    commands: commands.slice(0, facts.mainMenu.count),
  };
}

function commandOf({ title, payload }: { title: string; payload: string }) {
  return { command_name: commandName(title, payload), command_description: cutText(title, 256) };
}
