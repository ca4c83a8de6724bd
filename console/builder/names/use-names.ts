import type { ChannelFacts } from "@banter/core/channels/facts.ts";
import { channelFacts } from "@banter/core/channels/index.ts";
import type { LintContext } from "@banter/core/flow/problem.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { knowledgeQuery } from "../../ai/knowledge/queries.ts";
import { type PageInfo, useMay } from "../../frame/use-page.ts";
import {
  connectedQuery,
  fieldsQuery,
  modelsQuery,
  secretsQuery,
  sequencesQuery,
  tagsQuery,
  trashQuery,
  treeQuery,
  waysQuery,
} from "../../queries.ts";
import type { Names } from "../edit/copy.ts";
import { flowStates, namesOf, type PageCatalog } from "./names.ts";

/**
 * The names of the page's flows, tags and fields by id, and the facts that the checks of a flow need. Without all of
 * them a check would report references to flows, tags and fields that are merely not loaded: `isComplete` is false.
 */
export function useNames(
  page: PageInfo,
  flowId: number,
): { names: Names; lintContext: LintContext; isComplete: boolean } {
  const { data: tree } = useQuery(treeQuery(page.id));
  const { data: trash } = useQuery(trashQuery(page.id));
  const { data: tags } = useQuery(tagsQuery(page.id));
  const { data: fields } = useQuery(fieldsQuery(page.id));
  const { data: sequences } = useQuery(sequencesQuery(page.id));
  const { data: models } = useQuery(modelsQuery(page.id));
  const { data: knowledge } = useQuery(knowledgeQuery(page.id));
  const { data: secrets } = useQuery(secretsQuery(page.id));
  const { data: ways } = useQuery(waysQuery(page.id));
  const reachedKinds = ways?.reached_kinds;
  const { actions = [] }: ChannelFacts = channelFacts[page.channel];
  const mayOwn = useMay("own");
  const isPaid = actions.includes("invoice");
  const { data: connected } = useQuery({ ...connectedQuery(page.id), enabled: isPaid && mayOwn });
  const hasPaymentProvider = isPaid ? connected?.has_secret.includes("providerToken") : undefined;
  const isComplete = tree !== undefined && trash !== undefined && tags !== undefined && fields !== undefined;
  return useMemo(() => {
    const catalog: PageCatalog = {
      flows: tree?.flows ?? [],
      trashed: trash ?? [],
      tags: tags ?? [],
      fields: fields ?? [],
      sequences: sequences ?? [],
      models: models?.filter(({ purpose }) => purpose === "chat") ?? [],
      sources: knowledge?.sources ?? [],
    };
    const names = namesOf(catalog);
    const flows = flowStates(catalog);
    const known = secrets && new Map(secrets.map(({ name, hosts }) => [name, hosts]));
    const references = {
      ...{ flows, tags: names.tag, fields: names.field, secrets: known },
      sequences: sequences && names.sequence,
      models: models && names.model,
      sources: knowledge && names.source,
    };
    const lintContext = { ...references, channel: page.channel, flowId, reachedKinds, hasPaymentProvider };
    return { names, lintContext, isComplete };
  }, [
    isComplete,
    tree,
    trash,
    tags,
    fields,
    sequences,
    models,
    knowledge,
    secrets,
    page.channel,
    flowId,
    reachedKinds,
    hasPaymentProvider,
  ]);
}
