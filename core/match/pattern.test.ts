import assert from "node:assert/strict";
import { test } from "node:test";
import { checkPattern, compilePattern, patternCache } from "./pattern.ts";

for (const [pattern, fault] of [
  ["(hello", "has a ( without a )"],
  ["hello)", "has a ) without a ("],
  ["[a-", "has a [ without a ]"],
  ["[z-a]", "has an unknown class or a range that runs backwards, such as [z-a]"],
  ["(?=a)", "has (? with something that is not supported, such as a look-ahead"],
  ["(?<=a)b", "has a wrong group name, or a look-behind, which is not supported"],
  ["(a)\\1", "has an unknown escape; \\1 and the like are not supported"],
  ["*a", "has a repeat with nothing before it, such as *a"],
  ["a**", "has a repeat of a repeat, such as a**"],
  ["a{2000}", "is too large a pattern: use fewer or smaller repeats"],
  ["a{400}{400}", "has a repeat of a repeat, such as a**"],
  ["(a{30}){30}", "is too large a pattern: use fewer or smaller repeats"],
  ["a\\", "must not end with a backslash"],
  ["(".repeat(100_000), "is too large a pattern: use fewer or smaller repeats"],
] as const) {
  test(`${pattern.slice(0, 20)} is refused`, () => assert.equal(checkPattern(pattern), fault));
}

test("common patterns are accepted", () => {
  for (const pattern of [
    "\\b(giá|bao nhiêu|price)\\b",
    "^(hi|hello)[!. ]*$",
    "order\\s*#?\\d{3,10}",
    "(?:\\+84|0)\\d{9}",
    "(?i)sale",
    "(?P<code>[A-Z]{2}\\d+)",
    "\\p{Thai}+",
    "\\Qa.b\\E",
    "[[:alpha:]]+",
    "giá.{0,50}áo",
  ]) {
    assert.equal(checkPattern(pattern), undefined, pattern);
  }
});

const bombs = [
  ...["(a+)+$", "(a|a)*b", "(a|aa)+$", "(.*)*x", "(x+x+)+y", ".*.*.*.*.*=.*", "(\\w+\\s?)*$", "(.*a){20}b"],
  ...["([ab]*a[ab]{20})+c", "[ab]*a[ab]{400}c", "(a{0,400})b", "(a?){60}a{60}b", "[^x]*a[^x]{300}y", ".{1,450}b"],
  ...[".{0,200}.{0,200}q", "(?:.{0,15}){0,15}q", "\\pL{1,400}\\d", "(?:a|b|ab|ba|aab){1,25}c$", "(a{1,20}){1,20}b"],
  ...[
    "((a*)*)*b",
    "(a|b|ab)*c",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(?i)(a|A)*b",
    "[\\s\\S]*[\\s\\S]*[\\s\\S]*x",
    "(\\d+)*!",
  ],
];

test("no pattern is stuck on 10,000 characters: 200 pairs", () => {
  const random = Array.from({ length: 10_000 }, (_, at) => "ab"[(at * 7919 + ((at * at) >> 3)) & 1]).join("");
  const texts = [
    "a".repeat(10_000),
    "ab".repeat(5_000),
    random,
    "ếá ".repeat(3_333),
    "x1 ".repeat(3_333),
    "ẞK".repeat(5_000),
    " ".repeat(10_000),
    "👍".repeat(5_000),
  ];
  for (const pattern of bombs) {
    assert.equal(checkPattern(pattern), undefined, pattern);
    for (const text of texts) {
      const seconds = processorSeconds(() => compilePattern(pattern)(text));
      assert.ok(seconds < 10, `${pattern} on ${text.slice(0, 6)}…: ${seconds} s`);
    }
  }
  assert.ok(bombs.length * texts.length >= 200);
});

test("a pattern that would take long to compile is refused", () => {
  for (const pattern of [
    ".{1000}".repeat(70),
    "(\\pL{30}){33}".repeat(30),
    "(((a{9}){9}){9}){9}",
    "\\Q[\\E.{999}.{999}",
    "\\Q(\\E(\\pL{999})",
  ]) {
    assert.notEqual(checkPattern(pattern), undefined, pattern);
  }
});

/** A matcher that tries every way to match takes hours for one of these pairs, on any machine. */
function processorSeconds(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000_000;
}

test("a full cache still answers for patterns that it does not keep", () => {
  const cached = patternCache(1);
  const [one, other, wrong] = [cached("^a+$"), cached("^b+$"), cached("(")];
  for (let round = 0; round < 2; round++) {
    assert.deepEqual([one("aa"), one("b"), other("bb"), other("a"), wrong("(")], [true, false, true, false, false]);
  }
});
