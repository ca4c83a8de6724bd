import { buildMatcher } from "@banter/core/match/matcher.ts";
import type { Keyword } from "@banter/core/model/keyword.ts";
import { cut, groupMessages, type ReceivedText } from "./message-groups.ts";

/** A keyword of the lab. One that is not stored yet has a negative id. */
type Named = { id: number | null; name: string };

/** Matchers are slow to build: those of the keywords that take the most are enough. */
const maxWinners = 20;
const maxExamples = 5;

/**
 * Runs keywords over received messages: `stored` as they are, `tried` with the edits. Tells which messages each takes,
 * which it would win without a rival, which none takes, and what the edits move.
 */
export function runLab(messages: ReceivedText[], zone: string, stored: Keyword[], tried: Keyword[]) {
  const before = winners(messages, zone, stored);
  const after = stored === tried ? before : winners(messages, zone, tried);
  const names = new Map([...stored, ...tried].map((keyword) => [keyword.id, namedOf(keyword)]));
  const nameOf = (id: number | undefined): Named | null => (id === undefined ? null : (names.get(id) ?? null));
  const hits = Map.groupBy(messages, (message) => after.get(message));
  const hitsBefore = Map.groupBy(messages, (message) => before.get(message));
  const shadows = findShadows(hits, zone, tried);
  return {
    examined: messages.length,
    since: messages.at(-1)?.at ?? null,
    keywords: tried.map((keyword) => ({
      ...namedOf(keyword),
      ...{ hits: hits.get(keyword.id)?.length ?? 0, before: hitsBefore.get(keyword.id)?.length ?? 0 },
      shadowed: shadows
        .filter(({ loser }) => loser === keyword.id)
        .map(({ by, count }) => ({ by: nameOf(by) ?? { id: null, name: "" }, count })),
    })),
    unmatched: {
      ...{ count: hits.get(undefined)?.length ?? 0, before: hitsBefore.get(undefined)?.length ?? 0 },
      groups: groupMessages(hits.get(undefined) ?? []),
    },
    moved: findMoves(messages, before, after).map(({ from, to, messages }) => ({
      ...{ from: nameOf(from), to: nameOf(to), count: messages.length },
      examples: [...new Set(messages.map(({ text }) => cut(text.trim())))].slice(0, maxExamples),
    })),
  };
}

type Winners = ReadonlyMap<ReceivedText, number | undefined>;

function winners(messages: ReceivedText[], zone: string, keywords: Keyword[]): Winners {
  const { match } = buildMatcher(keywords);
  return new Map(
    messages.map((message) => [message, match(message.text, { instant: message.at.getTime(), zone })?.keyword.id]),
  );
}

const namedOf = ({ id, name }: Keyword): Named => ({ id: id < 0 ? null : id, name });

/** For the keywords that take the most: who would take their messages if they were not there. */
function findShadows(hits: Map<number | undefined, ReceivedText[]>, zone: string, keywords: Keyword[]) {
  const largest = [...hits].sort(([, one], [, other]) => other.length - one.length).slice(0, maxWinners);
  return largest.flatMap(([by, messages]) => {
    if (by === undefined) return [];
    const next = winners(
      messages,
      zone,
      keywords.filter(({ id }) => id !== by),
    );
    return [...Map.groupBy(messages, (message) => next.get(message))].flatMap(([loser, lost]) =>
      loser === undefined ? [] : [{ by, loser, count: lost.length }],
    );
  });
}

function findMoves(messages: ReceivedText[], before: Winners, after: Winners) {
  const moved = messages.filter((message) => before.get(message) !== after.get(message));
  const groups = Map.groupBy(moved, (message) => `${before.get(message)} ${after.get(message)}`);
  return [...groups.values()]
    .map((messages) => {
      const [first] = messages;
      return { from: first && before.get(first), to: first && after.get(first), messages };
    })
    .sort((one, other) => other.messages.length - one.messages.length);
}
