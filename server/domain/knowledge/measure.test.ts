import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { usualThreshold } from "@banter/core/knowledge/threshold.ts";
import { nextIds } from "../../store/db/db.ts";
import { insertSource } from "../../store/knowledge/knowledge-sources.ts";
import { testDeps } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { storeDocuments } from "./passages.ts";
import { readDocument } from "./read/read-document.ts";
import { searchKnowledge } from "./search.ts";

type Answered = { en: string; in: string; under: string; vi: string; vi_under: string };

const { answered, unanswered } = JSON.parse(
  readFileSync(new URL("./measured/questions.json", import.meta.url), "utf8"),
) as { answered: Answered[]; unanswered: string[] };

const vietnamese = fileURLToPath(new URL("./measured/docs.vi.md", import.meta.url));
const docs = fileURLToPath(new URL("../../../docs/*.md", import.meta.url));

const deps = await testDeps({ after });
const { pageId } = await aPage(deps);
// This page of the documentation is about the measurement itself.
for (const path of [...globSync(docs), vietnamese].filter((path) => basename(path) !== "ai.md")) {
  const [id = 0] = await nextIds(deps.db, 1);
  await insertSource(deps.db, pageId, { id, kind: "text", name: basename(path), settings: { text: "" } });
  const { passages } = await readDocument({ type: "markdown", bytes: readFileSync(path) });
  const source = { pageId, id, state: "waiting" } as const;
  await storeDocuments(deps.db, source, { documents: [{ url: null, passages }], nextHours: null });
}

const search = (question: string) => searchKnowledge(deps.db, pageId, question, { sources: "all", limit: 4 });

type Asked = { question: string; source: string; under: string };

async function measure(language: string, questions: Asked[]) {
  const places = await Promise.all(
    questions.map(async ({ question, source, under }) => {
      const found = await search(question);
      const place = found.findIndex(
        ({ sourceName, heading }) => sourceName === source && heading.split(" › ").at(-1) === under,
      );
      const score = found[0]?.score ?? 0;
      if (place !== 0)
        console.log(`${place} ${score.toFixed(2)} ${question} → ${found[0]?.sourceName} ${found[0]?.heading}`);
      return { place, score };
    }),
  );
  const share = (isMeant: (result: { place: number; score: number }) => boolean) =>
    places.filter(isMeant).length / places.length;
  const first = share(({ place }) => place === 0);
  const firstFour = share(({ place }) => place >= 0);
  const above = share(({ place, score }) => place >= 0 && score >= usualThreshold);
  const percent = (part: number) => `${Math.round(part * 100)} %`;
  console.log(`${language}: first ${percent(first)}, first four ${percent(firstFour)}, answered ${percent(above)}`);
  return { first, firstFour, above };
}

test("questions about our documentation find their passage, in English", async () => {
  const questions = answered.map((each) => ({ question: each.en, source: each.in, under: each.under }));
  const { first, firstFour, above } = await measure("English", questions);

  assert.equal(questions.length, 50);
  assert.ok(first >= 0.8, String(first));
  assert.ok(firstFour >= 0.9, String(firstFour));
  assert.ok(above >= 0.85, String(above));
});

const inVietnamese = answered.map((each) => ({ question: each.vi, source: "docs.vi.md", under: each.vi_under }));

test("questions about its Vietnamese version do, too", async () => {
  const { first, firstFour, above } = await measure("Vietnamese", inVietnamese);

  assert.ok(first >= 0.8, String(first));
  assert.ok(firstFour >= 0.9, String(firstFour));
  assert.ok(above >= 0.85, String(above));
});

test("so do questions that are written without marks, as on many phones", async () => {
  const plain = inVietnamese.map(({ question, ...rest }) => ({
    ...rest,
    question: question.replaceAll(/[đĐ]/g, "d").normalize("NFD").replaceAll(/\p{M}/gu, ""),
  }));
  const { first, firstFour } = await measure("Vietnamese without marks", plain);

  assert.ok(first >= 0.7, String(first));
  assert.ok(firstFour >= 0.85, String(firstFour));
});

test("questions about something else find nothing above the threshold", async () => {
  const scores = await Promise.all(
    unanswered.map(async (question) => ({ question, passage: (await search(question))[0] })),
  );
  const wrong = scores.filter(({ passage }) => (passage?.score ?? 0) >= usualThreshold);
  for (const { question, passage } of scores)
    console.log(`${(passage?.score ?? 0).toFixed(2)} ${question} → ${passage?.sourceName} ${passage?.heading}`);

  assert.equal(unanswered.length, 20);
  assert.deepEqual(
    wrong.map(({ question }) => question),
    [],
  );
});
