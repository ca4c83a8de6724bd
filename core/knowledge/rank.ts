import { type Term, termsOf } from "./terms.ts";

/** A question as passages are compared with it. `weights` says how much each of its words tells, by its stem. */
export type AskedQuestion = { terms: Term[]; weights: ReadonlyMap<string, number>; hasMarks: boolean };

/** A question has at most so many words that count. */
const maxTerms = 24;

/** The different words of a question, in their order. */
export function askedTerms(question: string): Term[] {
  const terms = termsOf(question.slice(0, 2000));
  return terms
    .filter(({ stem }, index) => terms.findIndex((other) => other.stem === stem) === index)
    .slice(0, maxTerms);
}

/**
 * `passages`: how many there are; `having`: how many of them have the word. A rare word tells more than a common one; one
 * that none has tells as much as the rarest.
 */
export const weightOf = (passages: number, having: number): number =>
  Math.log(1 + (passages + 1) / (Math.max(1, having) + 0.5));

export function askQuestion(terms: Term[], weights: ReadonlyMap<string, number>): AskedQuestion {
  return { terms, weights, hasMarks: terms.some(({ written }) => /[^\0-\x7f]/.test(written)) };
}

/**
 * How well a passage answers a question, from 0 to 1: the share of the question's words that it has, each by its weight.
 * Words that stand together in both, that are in the heading, or that come again and again count more.
 */
export function scorePassage(asked: AskedQuestion, { heading, text }: { heading: string; text: string }): number {
  const inHeading = placesOf(termsOf(heading));
  const inText = placesOf(termsOf(text));
  const found = asked.terms.map((term) => {
    const head = findTerm(asked, term, inHeading);
    const body = findTerm(asked, term, inText);
    const often = body.places.length / (body.places.length + 1);
    return { head, body, share: Math.max(head.match, body.match * (baseShare + (1 - baseShare) * often)) };
  });
  const weightAt = (index: number) => asked.weights.get(asked.terms[index]?.stem ?? "") ?? 0;
  const total = asked.terms.reduce((sum, _, index) => sum + weightAt(index), 0);
  if (total === 0) return 0;
  const coverage = found.reduce((sum, { share }, index) => sum + weightAt(index) * share, 0) / total;
  const headed = found.reduce((sum, { head }, index) => sum + weightAt(index) * head.match, 0) / total;
  let [together, pairs] = [0, 0];
  for (let index = 1; index < found.length; index++) {
    const weight = Math.min(weightAt(index - 1), weightAt(index));
    pairs += weight;
    const [one, other] = [found[index - 1], found[index]];
    if (one && other && (areNear(one.body.places, other.body.places) || areNear(one.head.places, other.head.places)))
      together += weight;
  }
  const phrase = pairs === 0 ? coverage : together / pairs;
  return Math.min(1, coverage * (coverageShare + phraseShare * phrase + headingShare * headed));
}

/** Parts of the score. They are measured: see measure.test.ts of the server's knowledge. */
const baseShare = 0.7;
const coverageShare = 0.6;
const phraseShare = 0.25;
const headingShare = 0.15;
/** A word whose marks differ from those of the question is most likely another word. */
const otherMarks = 0.4;
/** Words are together if at most three others stand between them; stop words do not count. */
const nearness = 4;

type Places = ReadonlyMap<string, { written: string; at: number }[]>;

function placesOf(terms: Term[]): Places {
  return Map.groupBy(
    terms.map(({ stem, written }, at) => ({ stem, written, at })),
    ({ stem }) => stem,
  );
}

function findTerm({ hasMarks }: AskedQuestion, { stem, written }: Term, places: Places) {
  const all = places.get(stem) ?? [];
  // A question without marks means any of them. Without marks in both, only the ending differs.
  const isSame = (other: string) => !hasMarks || other === written || !/[^\0-\x7f]/.test(written + other);
  const same = all.filter((place) => isSame(place.written));
  if (same.length > 0) return { match: 1, places: same.map(({ at }) => at) };
  return { match: all.length > 0 ? otherMarks : 0, places: [] };
}

const areNear = (one: number[], other: number[]): boolean =>
  one.some((at) => other.some((next) => next !== at && Math.abs(next - at) <= nearness));
