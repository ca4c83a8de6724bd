/**
 * A character without its marks (diacritics), and the marks as bits. A character that is only a mark has an empty
 * `plain`. `isItself`: the character has no marks and folds to itself, as most do.
 */
export type Letter = { plain: string; marks: number; isItself: boolean };

/** `foldCharacters` normalises the parts of a decomposed character. */
export function letterOf(code: number, foldCharacters: (text: string) => string): Letter {
  const known = letters.get(code);
  if (known) return known;
  const character = String.fromCodePoint(code);
  const letter = decompose(character, foldCharacters);
  const entry = { ...letter, isItself: letter.plain === character && letter.marks === 0 };
  letters.set(code, entry);
  return entry;
}

/** A cache without a limit, because the number of characters is limited. */
const letters = new Map<number, Letter>();

function decompose(character: string, foldCharacters: (text: string) => string): { plain: string; marks: number } {
  if (staysWhole.test(character)) return { plain: character, marks: 0 };

  let plain = "";
  let marks = 0;
  for (const part of character.normalize("NFKD")) {
    if (isMark(part)) {
      marks |= bitOf(part);
    } else {
      const special = specialLetters[part.toLowerCase()];
      plain += special ? special.plain : part;
      if (special) marks |= bitOf(special.mark);
    }
  }
  plain = foldCharacters(plain);
  // An accent by itself: Unicode decomposes it into a space with a mark.
  if (plain !== "" && plain.trim() === "") return { plain: character, marks: 0 };
  // A compatibility form: ½, ﬁ, ①, 𝐛𝐨𝐥𝐝. The difference counts as a mark.
  if (marks === 0 && plain !== character) marks = bitOf(character);
  return { plain, marks };
}

/** Tones and vowels of Thai and Lao are never left out, a Hangul syllable would fall apart, and a joiner is no mark. */
const staysWhole = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Hangul}\u200d]/u;

/**
 * Marks of scripts that are also read without them: Latin, Greek, Cyrillic, Arabic, Hebrew; and skin tones. The vowels
 * of Thai and Hindi and the voicing of kana are marks in Unicode, but letters to their readers.
 */
const isMark = (character: string) => !"\u3099\u309a".includes(character) && mark.test(character);

const mark = /[[\p{Mn}\p{Me}]&&[\p{sc=Inherited}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Cyrillic}]]|\p{Emoji_Modifier}|\u0640/v;

/** Letters that Unicode does not decompose. `mark` stands for the difference. */
const specialLetters: Record<string, { plain: string; mark: string }> = {
  đ: { plain: "d", mark: "\u0335" },
  ð: { plain: "d", mark: "ð" },
  ħ: { plain: "h", mark: "\u0335" },
  ł: { plain: "l", mark: "\u0335" },
  ø: { plain: "o", mark: "\u0335" },
  ŧ: { plain: "t", mark: "\u0335" },
  ß: { plain: "ss", mark: "ß" },
  æ: { plain: "ae", mark: "æ" },
  œ: { plain: "oe", mark: "œ" },
  þ: { plain: "th", mark: "þ" },
  ı: { plain: "i", mark: "ı" },
  ŋ: { plain: "n", mark: "ŋ" },
  ґ: { plain: "г", mark: "ґ" },
  ى: { plain: "ي", mark: "ى" },
  ی: { plain: "ي", mark: "ی" },
  ک: { plain: "ك", mark: "ک" },
  ة: { plain: "ه", mark: "ة" },
  ٱ: { plain: "ا", mark: "ٱ" },
};

/** Common marks have a bit each. Rare marks share the other bits, so two of them may be taken for the same. */
function bitOf(mark: string): number {
  const common = commonMarks.indexOf(mark);
  return 1 << (common >= 0 ? common : commonMarks.length + ((mark.codePointAt(0) ?? 0) % (30 - commonMarks.length)));
}

const commonMarks =
  "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u031b\u0323\u0327\u0328\u0335";
