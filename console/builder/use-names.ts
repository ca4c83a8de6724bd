import type { LintContext } from "@banter/core/flow/lint/lint.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PageInfo } from "../frame/use-page.ts";
import { fieldsQuery, tagsQuery, trashQuery, treeQuery } from "../queries.ts";
import type { Names } from "./edit/copy.ts";

/** The names of the page's flows, tags and fields by id, and the facts that the checks of a flow need. */
export function useNames(page: PageInfo, flowId: number): { names: Names; lintContext: LintContext } {
  const { data: tree } = useQuery(treeQuery(page.id));
  const { data: trash } = useQuery(trashQuery(page.id));
  const { data: tags } = useQuery(tagsQuery(page.id));
  const { data: fields } = useQuery(fieldsQuery(page.id));
  return useMemo(() => {
    const names: Names = {
      flow: new Map(tree?.flows.map(({ id, name }) => [id, name])),
      tag: new Map(tags?.map(({ id, name }) => [id, name])),
      field: new Map(fields?.map(({ id, name }) => [id, name])),
    };
    const flows: LintContext["flows"] = new Map([
      ...(trash ?? []).map(
        ({ id, name }) => [id, { name, isPublished: false, isTrashed: true }] as [number, FlowState],
      ),
      ...(tree?.flows ?? []).map(
        ({ id, name, published_version }) =>
          [id, { name, isPublished: published_version !== null, isTrashed: false }] as [number, FlowState],
      ),
    ]);
    return { names, lintContext: { flows, tags: names.tag, fields: names.field, channel: page.channel, flowId } };
  }, [tree, trash, tags, fields, page.channel, flowId]);
}

type FlowState = { name: string; isPublished: boolean; isTrashed: boolean };
