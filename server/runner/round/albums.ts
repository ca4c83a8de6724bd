import type { Effect } from "@banter/core/flow/effect.ts";
import type { AlbumItem, OutgoingAlbum } from "@banter/core/flow/outgoing.ts";

export type Say = Extract<Effect, { type: "say" }>;

/** Pictures and videos that are sent together, as one message. */
export type SayAlbum = Omit<Say, "type" | "message"> & { type: "say_album"; message: OutgoingAlbum };

/** Telegram's limits, the only channel that has albums. */
const minItems = 2;
const maxItems = 10;

/**
 * Puts pictures and videos together that one content says directly one after another. One with buttons stays by itself:
 * an album has none, and the buttons belong to that picture.
 */
export function withAlbums(effects: readonly Effect[]): (Effect | SayAlbum)[] {
  const together: (Effect | SayAlbum)[] = [];
  let run: Say[] = [];
  const end = () => {
    together.push(...(run.length < minItems ? run : [albumOf(run)]));
    run = [];
  };
  for (const effect of effects) {
    if (effect.type !== "say" || !isItem(effect)) {
      end();
      together.push(effect);
      continue;
    }
    if (!goesOn(run.at(-1), effect) || run.length === maxItems) end();
    run.push(effect);
  }
  end();
  return together;
}

function isItem({ message }: Say): boolean {
  const { type, buttons = [], commentId, quoted } = message;
  const isRound = "round" in message && message.round === true;
  const isPlain = !isRound && buttons.length === 0 && commentId === undefined && quoted === undefined;
  return isPlain && (type === "image" || type === "video");
}

/** Quick replies end a content, so that nothing follows them. */
function goesOn(before: Say | undefined, { origin, isReply, messageTag }: Say): boolean {
  if (!before || before.message.quick_replies) return false;
  const { runId, step, sendId } = before.origin;
  const isSameContent = runId === origin.runId && step === origin.step && sendId === origin.sendId;
  return isSameContent && before.isReply === isReply && before.messageTag === messageTag;
}

function albumOf(run: readonly Say[]): SayAlbum {
  const [first] = run as [Say];
  const last = run.at(-1)?.message;
  const items = run.flatMap(({ message }): AlbumItem[] =>
    message.type === "image" || message.type === "video" ? [{ type: message.type, url: message.url }] : [],
  );
  return {
    ...first,
    type: "say_album",
    message: {
      type: "album",
      items,
      ...(last?.quick_replies && { quick_replies: last.quick_replies }),
      ...(last?.variables && { variables: last.variables }),
    },
    warnings: run.flatMap(({ warnings }) => warnings),
  };
}
