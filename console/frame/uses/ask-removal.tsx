import { Stack, Text } from "@mantine/core";
import i18next from "i18next";
import { api } from "../../api.ts";
import { confirm } from "../../ui/confirm.tsx";
import { errorText } from "../../ui/error-text.ts";
import { showToast } from "../../ui/toast.tsx";
import type { FlowUse } from "./queries.ts";
import { UseList } from "./use-list.tsx";

type Flow = { id: number; name: string };
type Question = { title: string; body: string; action: string };

/** Names what stops working when the flows go to the trash, and asks. Flows that nothing uses go without a question. */
export async function askTrash(pageId: string, flows: readonly Flow[]): Promise<boolean> {
  const uses = await usesOf(pageId, flows).catch(showFailure);
  if (uses === undefined) return false;
  if (uses.length === 0) return true;
  const t = i18next.getFixedT(null, "uses");
  const [first] = flows;
  const isOne = flows.length === 1 && first;
  return askNaming(uses, {
    title: isOne ? t("trash.title", { name: first.name }) : t("trash.titleMany", { count: flows.length }),
    body: t(isOne ? "trash.text" : "trash.textMany"),
    action: t("trash.submit"),
  });
}

/** Asks before flows in the trash are deleted for good, and names everything that still leads to them. */
export async function askDeletion(pageId: string, flows: readonly Flow[], question: Question): Promise<boolean> {
  const uses = await usesOf(pageId, flows).catch(showFailure);
  return uses !== undefined && askNaming(uses, withIntro(uses, question, "uses:stillUsed"));
}

/** Asks before a folder is deleted, and names everything that leads to the flows in it. */
export async function askAboutFolder(pageId: string, folderId: number, question: Question): Promise<boolean> {
  const params = { page_id: pageId, folder_id: folderId };
  const found = await api("GET /pages/:page_id/folders/:folder_id/uses", { params }).catch(showFailure);
  return found !== undefined && askNaming(found.uses, withIntro(found.uses, question, "uses:folderUses"));
}

const maxIds = 500;

async function usesOf(pageId: string, flows: readonly Flow[]): Promise<FlowUse[]> {
  const params = { page_id: pageId };
  const uses: FlowUse[] = [];
  for (let at = 0; at < flows.length; at += maxIds) {
    const flow_ids = flows.slice(at, at + maxIds).map(({ id }) => id);
    const found = await api("GET /pages/:page_id/flow_uses", { params, query: { flow_ids: flow_ids.join() } });
    uses.push(...found.uses);
  }
  return uses;
}

function showFailure(error: unknown): undefined {
  showToast({ kind: "failure", message: errorText(error) });
}

const withIntro = (uses: readonly FlowUse[], question: Question, intro: "uses:stillUsed" | "uses:folderUses") =>
  uses.length === 0 ? question : { ...question, body: `${question.body} ${i18next.t(intro)}` };

function askNaming(uses: readonly FlowUse[], question: Question): Promise<boolean> {
  if (uses.length === 0) return confirm(question);
  const body = (
    <Stack gap="xs">
      <Text size="sm">{question.body}</Text>
      <UseList uses={uses} />
    </Stack>
  );
  return confirm({ ...question, body });
}
