import { foldMarks, normalise } from "../match/normalise.ts";

/**
 * A word of a question or a passage. `stem` is what the index has: without marks and without endings of English.
 * `written` keeps the marks: `hàng` and `hạng` are the same stem, but not the same word.
 */
export type Term = { stem: string; written: string };

const maxLetters = 40;

/** The words of a text in their order. Those that every sentence has are left out. */
export function termsOf(text: string): Term[] {
  return listWords(text).flatMap((written) => {
    const folded = [...foldMarks(written)].slice(0, maxLetters).join("");
    return isStopWord(written, folded) ? [] : { stem: stemOf(folded), written };
  });
}

/** In scripts without spaces, each character is a word of its own. */
const listWords = (text: string): string[] =>
  normalise(text)
    .replaceAll(negations, " ")
    .match(
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]]+/gv,
    ) ?? [];

/** `don't` has no word that tells anything, but its first part is `đơn` without marks. */
const negations = /(?<!\p{L})\p{L}+n't(?!\p{L})/gu;

/**
 * Endings of English that change little. Vietnamese syllables have none of them. A stem keeps a vowel, so that
 * `string` and `bed` stay whole.
 */
export function stemOf(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  for (const [ending, replacement] of endings) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length) + replacement;
    if (stem.length < 3 || !/[aeiouy]/.test(stem)) continue;
    // `running` is `run`, `stopped` is `stop`; `calling` stays `call`.
    const once = /(ing|ings|ed)$/.test(ending) && /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
    return once.replace(/e$/, "");
  }
  return word.replace(/e$/, "");
}

const endings: [string, string][] = [
  ["ations", "at"],
  ["ation", "at"],
  ["ions", ""],
  ["ion", ""],
  ["ings", ""],
  ["ing", ""],
  ["ies", "y"],
  ["ied", "y"],
  ["sses", "ss"],
  ["xes", "x"],
  ["ches", "ch"],
  ["shes", "sh"],
  ["ed", ""],
  ["ly", ""],
  ["ss", "ss"],
  ["us", "us"],
  ["is", "is"],
  ["s", ""],
];

/** A Vietnamese stop word counts with its marks or, in a text without marks, by its letters. */
const isStopWord = (written: string, folded: string) =>
  englishStops.has(written) || (written === folded ? vietnameseStopsFolded.has(folded) : vietnameseStops.has(written));

const englishStops = new Set(
  `a about after all also am an and any are as at be because been before being but by can come could did do does doing
  each either else for from get gets give go happen happens had has have having he her here hello hers hi him his how i if in into is it its itself
  just know let like long make many mean means may me might more most much must my need no nor not of off often on once only or other our ours out over own
  per please same several shall she should so some somebody someone something such take takes tell thank thanks than that the their theirs them then there these they this those
  to too under until up upon us use used uses using very want was we were what when where which while who whom whose why will with
  within without would yes you your yours s t ll ve re d m`.split(/\s+/),
);

const vietnameseStops = new Set(
  `ạ à ai anh ơi biết cách chào dạ hỏi lâu mấy vâng bạn bao bằng bị bởi các cái cần chị cho chưa chứ có của cùng cũng đã đang đây để đến đều đi đó được em
  gì giúp hãy hay hơn họ khi không là lại làm mà mình mỗi một muốn nào này nên nếu ngay nhé như nhưng những nó nữa ở
  phải ra rằng rất rồi sao sẽ sau tại tất theo thế thì thể tôi trên trong từ tự và vẫn vào về vì với vậy việc ừ xin
  xuống lên nhiêu thôi đâu cả còn chỉ`.split(/\s+/),
);
const vietnameseStopsFolded = new Set([...vietnameseStops].map(foldMarks));
