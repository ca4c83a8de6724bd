import type { SettingsOf } from "@banter/core/model/tools/settings.ts";

type Posts = SettingsOf<"comments">["posts"];
export type PostChoice = "all" | "ads" | "chosen";

export const choiceOf = (posts: Posts): PostChoice => (typeof posts === "object" ? "chosen" : posts);

export const postsFor = (choice: PostChoice): Posts => (choice === "chosen" ? { ids: [] } : choice);

/** On Facebook an id may have the page's in front. */
export const isSamePost = (one: string, other: string): boolean => one.split("_").at(-1) === other.split("_").at(-1);

/** The ids of posts in what an owner has pasted: ids as they are, and those in addresses of posts. */
export function postIdsIn(pasted: readonly string[]): string[] {
  return [...new Set(pasted.map(postIdIn))];
}

function postIdIn(pasted: string): string {
  const text = pasted.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return text;
  const asked = ["story_fbid", "fbid", "v"].map((name) => url.searchParams.get(name)).find((id) => id);
  return asked ?? url.pathname.match(/[0-9]{6,}/g)?.at(-1) ?? text;
}
