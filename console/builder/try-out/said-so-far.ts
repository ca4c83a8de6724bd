import type { TryOut } from "./try-out.ts";

export type Said = { from: "customer" | "page"; text: string };

/** The conversation as a model sees it: some messages, then the customer's newest words. */
export function saidSoFar(chat: TryOut["chat"], history: number): Said[] {
  const said = chat.flatMap((entry): Said[] => {
    if (entry.from === "customer") return [{ from: "customer", text: entry.text.slice(0, 4000) }];
    if (entry.from !== "bot" || entry.message.type !== "text") return [];
    return [{ from: "page", text: entry.message.text.slice(0, 4000) }];
  });
  const last = said.findLastIndex(({ from }) => from === "customer");
  const newest = said[last];
  if (!newest) return [];
  const earlier = said.toSpliced(last, 1);
  return [...(history === 0 ? [] : earlier.slice(-history)), newest];
}
