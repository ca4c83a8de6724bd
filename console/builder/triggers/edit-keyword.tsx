import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Editor } from "../../keywords/editor.tsx";
import { runnableOf } from "../../keywords/keyword.ts";
import { keywordsQuery, treeQuery } from "../../queries.ts";
import { useScene } from "../context.ts";

type Props = {
  /** 0 makes a new keyword; undefined: the editor is closed. */
  keywordId: number | undefined;
  onClose: () => void;
};

/** The editor of the keywords screen, with this flow chosen for a new keyword. */
export function EditKeyword({ keywordId, onClose }: Props) {
  const { page, flowId } = useScene();
  const { data: keywords } = useQuery({ ...keywordsQuery(page.id), enabled: keywordId !== undefined });
  const { data: tree } = useQuery(treeQuery(page.id));
  const runnable = useMemo(() => runnableOf(tree?.flows ?? []), [tree]);
  const editing = keywordId === 0 ? "new" : keywords?.find(({ id }) => id === keywordId);
  return <Editor editing={editing} flowId={flowId} runnable={runnable} onClose={onClose} />;
}
