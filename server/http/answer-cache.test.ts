import assert from "node:assert/strict";
import { test } from "node:test";
import { answerCache, isFresh } from "./answer-cache.ts";

/** Renders an answer and counts the calls. */
function writer(text: string) {
  const write = async () => {
    write.count++;
    return text;
  };
  write.count = 0;
  return write;
}

test("an answer is rendered once for each revision", async () => {
  const answer = answerCache({ maxBytes: 10_000 });
  const [first, second] = [writer("one"), writer("two")];

  const answers = [await answer("a", 1, first), await answer("a", 1, first), await answer("a", 2, second)];

  assert.deepEqual(
    answers.map(({ bytes }) => String(bytes)),
    ["one", "one", "two"],
  );
  assert.deepEqual([first.count, second.count], [1, 1]);
  assert.equal(answers[0]?.etag, answers[1]?.etag);
  assert.notEqual(answers[1]?.etag, answers[2]?.etag);
  assert.match(answers[0]?.etag ?? "", /^"[\w-]{43}"$/);
});

test("concurrent callers share one rendering", async () => {
  const answer = answerCache({ maxBytes: 10_000 });
  const write = writer("one");

  const all = await Promise.all(Array.from({ length: 20 }, () => answer("a", 1, write)));

  assert.equal(write.count, 1);
  assert.deepEqual([...new Set(all.map(({ bytes }) => String(bytes)))], ["one"]);
});

test("a failure reaches all waiting callers and is not cached", async () => {
  const answer = answerCache({ maxBytes: 10_000 });
  const fails = () => Promise.reject(new Error("away"));

  const both = await Promise.allSettled([answer("a", 1, fails), answer("a", 1, fails)]);

  assert.deepEqual(
    both.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal(String((await answer("a", 1, writer("one"))).bytes), "one");
});

test("the least recently used answers are dropped beyond the limit of bytes", async () => {
  const answer = answerCache({ maxBytes: 5000 });
  const write = writer("x".repeat(1000));
  for (const key of ["a", "b", "c"]) await answer(key, 1, write);
  await answer("a", 1, write);
  assert.equal(write.count, 3);

  await answer("d", 1, write);

  for (const key of ["c", "a", "d"]) await answer(key, 1, write);
  assert.equal(write.count, 4);
  await answer("b", 1, write);
  assert.equal(write.count, 5);
});

test("a newer revision of an answer replaces the older one", async () => {
  const answer = answerCache({ maxBytes: 5000 });
  const other = writer("other");
  await answer("other", 1, other);

  for (let revision = 1; revision < 50; revision++) await answer("a", revision, writer("x".repeat(1000)));

  await answer("other", 1, other);
  assert.equal(other.count, 1);
});

test("an answer larger than the cache is returned but not cached", async () => {
  const answer = answerCache({ maxBytes: 5000 });
  const [small, large] = [writer("small"), writer("x".repeat(6000))];
  await answer("small", 1, small);

  for (let turn = 0; turn < 2; turn++) assert.equal((await answer("large", 1, large)).bytes.length, 6000);

  await answer("small", 1, small);
  assert.deepEqual([small.count, large.count], [1, 2]);
});

test("if-none-match is a list of tags, weak or not, or a star", () => {
  for (const header of ['"a"', 'W/"a"', ' "b" , "a"', '"b",W/"a"', "*"]) assert.equal(isFresh(header, '"a"'), true);
  for (const header of [undefined, "", "a", '"b"', '"aa"', "W/", '"*"']) assert.equal(isFresh(header, '"a"'), false);
});
