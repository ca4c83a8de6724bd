import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Block, cutPassages } from "./cut.ts";
import { mergeByRank } from "./merge.ts";
import { askedTerms, askQuestion, scorePassage } from "./rank.ts";
import { isAllowed, isSameSite, readRobots, readRobotsTags } from "./robots.ts";
import { stemOf, termsOf } from "./terms.ts";

test("a document is cut by its headings, and each passage has the path to it", () => {
  const blocks: Block[] = [
    { text: "Before all." },
    { level: 1, text: "Shop" },
    { text: "We sell tea." },
    { level: 2, text: "Opening\nhours" },
    { text: "From nine.", page: 3 },
    { text: "To five.", page: 4 },
    { level: 2, text: "Returns" },
    { text: "Within 30 days." },
    { level: 1, text: "Empty" },
  ];

  assert.deepEqual(cutPassages(blocks), [
    { heading: "", text: "Before all." },
    { heading: "Shop", text: "We sell tea." },
    { heading: "Shop › Opening hours", text: "From nine.\nTo five.", page: 3 },
    { heading: "Shop › Returns", text: "Within 30 days." },
  ]);
});

test("however long a text is, every passage is short, storable, and nothing is lost", () => {
  const texts = fc.array(fc.string({ unit: "binary", maxLength: 3000 }), { maxLength: 3 });
  fc.assert(
    fc.property(texts, (given) => {
      const passages = cutPassages(given.map((text) => ({ text })));
      const letters = (all: string[]) =>
        all
          .join("")
          .toWellFormed()
          .replaceAll(/[\s\0]/g, "");
      for (const { text } of passages) assert.ok(text.length <= 1400 && text.isWellFormed() && !text.includes("\0"));
      assert.equal(letters(passages.map(({ text }) => text)).length, letters(given).length);
    }),
  );
});

test("words are compared without endings and marks, and words of every sentence are left out", () => {
  const stems = (text: string) => termsOf(text).map(({ stem }) => stem);

  assert.deepEqual(stems("How are messages deleted? Deletion of a message, deleting!"), [
    ...["messag", "delet", "delet", "messag", "delet"],
  ]);
  assert.deepEqual(stems("Làm sao để hủy đơn hàng?"), ["huy", "don", "hang"]);
  assert.deepEqual(["string", "bed", "stopped", "settings", "addresses", "replies", "status"].map(stemOf), [
    ...["string", "bed", "stop", "set", "address", "reply", "status"],
  ]);
});

const score = (question: string, passage: { heading: string; text: string }) => {
  const terms = askedTerms(question);
  return scorePassage(askQuestion(terms, new Map(terms.map(({ stem }) => [stem, 1]))), passage);
};

test("a passage with all words of the question scores more than one with some, and none scores 0", () => {
  const all = score("cancel an order", { heading: "Orders", text: "You can cancel the order within a day." });
  const some = score("cancel an order", { heading: "Orders", text: "An order arrives within a day." });

  assert.ok(all > some && some > 0 && all <= 1, `${all} ${some}`);
  assert.equal(score("cancel an order", { heading: "Tea", text: "Green and black." }), 0);
});

test("other marks make another word, unless the question has none", () => {
  const passage = { heading: "", text: "Bạn có thể hủy đơn hàng." };

  assert.ok(score("đơn hàng", passage) > 2 * score("đón hạng", passage));
  assert.equal(score("don hang", passage), score("đơn hàng", passage));
});

test("merged lists begin with what both have", () => {
  const merged = mergeByRank([
    [
      { id: 1, score: 0.9 },
      { id: 2, score: 0.5 },
    ],
    [
      { id: 2, score: 0.7 },
      { id: 3, score: 0.6 },
    ],
  ]);

  assert.deepEqual(merged, [
    { id: 2, score: 0.7 },
    { id: 1, score: 0.9 },
    { id: 3, score: 0.6 },
  ]);
});

test("robots.txt: our group, else everybody's; the longest rule decides", () => {
  const robots = readRobots(
    `User-agent: *
Disallow: /

User-agent: Other
User-agent: banter # us
Disallow: /private
Allow: /private/help$
Disallow: /*.php
Disallow: /search?*sort=
Crawl-delay: 3
Sitemap: https://shop.example/sitemap.xml`,
    "Banter",
  );
  const allowed = (path: string) => isAllowed(robots, new URL(path, "https://shop.example"));

  assert.equal(robots.delaySeconds, 3);
  assert.deepEqual(robots.sitemaps, ["https://shop.example/sitemap.xml"]);
  assert.deepEqual(["/", "/private/help", "/search?q=1"].map(allowed), [true, true, true]);
  assert.deepEqual(["/private", "/private/help/more", "/old.php", "/search?q=1&sort=2"].map(allowed), [
    false,
    false,
    false,
    false,
  ]);
  assert.equal(isAllowed(readRobots("User-agent: *\nDisallow: /", "Banter"), new URL("https://a.example/")), false);
  assert.equal(isAllowed(readRobots("nothing to read", "Banter"), new URL("https://a.example/")), true);
});

test("x-robots-tag: lines for all and for us count, those for others do not", () => {
  const rights = (...lines: string[]) => Object.values(readRobotsTags(lines, "Banter"));

  assert.deepEqual(rights(), [true, true]);
  assert.deepEqual(rights("noindex"), [false, true]);
  assert.deepEqual(rights("noarchive, nofollow"), [true, false]);
  assert.deepEqual(rights("none"), [false, false]);
  assert.deepEqual(rights("googlebot: noindex, nofollow", "banter: nofollow"), [true, false]);
  assert.deepEqual(rights("unavailable_after: 25 Jun 2030 15:00:00 PST, noindex"), [false, true]);
});

test("a redirect to https, to www or back, or to a part of the site stays within it", () => {
  const stays = (from: string, to: string) => isSameSite(new URL(from), new URL(to));

  assert.ok(stays("http://shop.example/", "https://shop.example/vi"));
  assert.ok(stays("https://shop.example", "https://www.shop.example"));
  assert.ok(stays("https://www.shop.example", "https://shop.example:8443"));
  assert.ok(stays("https://www.shop.example", "https://help.shop.example"));
  assert.ok(!stays("https://help.shop.example", "https://shop.example"));
  assert.ok(!stays("https://shop.example", "https://workshop.example"));
  assert.ok(!stays("https://shop.example", "https://elsewhere.example"));
});
