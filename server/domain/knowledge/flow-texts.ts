import { objectsIn, textOf } from "@banter/core/flow/steps/summary.ts";
import { type Block, cutPassages } from "@banter/core/knowledge/cut.ts";
import { isObject } from "@banter/core/model/json.ts";
import { listFlows } from "../../store/catalog/flows.ts";
import type { Db } from "../../store/db/db.ts";
import type { SourceDocument } from "./passages.ts";

/** The texts that the page's published flows send, a document per flow. */
export async function listFlowTexts(db: Db, pageId: string): Promise<SourceDocument[]> {
  const flows = await listFlows(db, pageId);
  return flows
    .filter(({ published, isTrashed, isOn }) => published !== null && !isTrashed && isOn)
    .map(({ name, published }) => ({
      url: null,
      passages: cutPassages([{ level: 1, text: name }, ...blocksOf(published)]),
    }));
}

function blocksOf(document: unknown): Block[] {
  const steps = isObject(document) && isObject(document.steps) ? Object.values(document.steps) : [];
  return steps.flatMap((step) => {
    if (!isObject(step)) return [];
    const content = isObject(step.content) ? objectsIn(step.content.messages) : [];
    const texts = content.flatMap((message) => [
      textOf(message.text),
      ...objectsIn(message.elements).map(({ title, subtitle }) => `${textOf(title)}\n${textOf(subtitle)}`),
    ]);
    return texts.map((text) => ({ text: withoutVariables(text) })).filter(({ text }) => text.trim() !== "");
  });
}

/** A name between braces stands for a customer's own value. */
const withoutVariables = (text: string) => text.replaceAll(/\{\{[^{}]*\}\}/g, "…");
