import type { TemplateChoice } from "@banter/core/api/template-choice.ts";
import { type ChannelType, ownChannel } from "@banter/core/channels/index.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { en, vi } from "../channels/words.ts";
import { pageQuery, pagesQuery } from "../queries.ts";
import { showToast } from "../ui/toast.tsx";
import { languageFor } from "../words.ts";
import { forgetPage, hasLostSecrets, keepPage, keptPage } from "./kept-page.ts";
import { type Channel, emptyPage, findAccount, type PageDraft } from "./new-page.ts";
import { zoneOf } from "./zones/zone-names.ts";

type Options = {
  workspaceId: number;
  channels: readonly Channel[];
  /** The name of a page that gets none of its own. */
  name?: string;
  template?: TemplateChoice;
  onCreated: () => void;
};

/** A page while it is being made, and the call that makes it. */
export function useNewPage({ workspaceId, channels, name = "", template, onCreated }: Options) {
  const [draft, setDraft] = useState<PageDraft>(
    () => keptPage(workspaceId, channels) ?? emptyPage(channels[0]?.type ?? ownChannel),
  );
  const [hasLost, setLost] = useState(() => hasLostSecrets(workspaceId));
  const channel = channels.find(({ type }) => type === draft.type);
  const create = useCreatePage(workspaceId, onCreated);
  const given = draft.name ?? name;
  return {
    channel,
    name: given,
    settings: draft.settings,
    /** Secrets were entered here before a reload, which does not keep them. */
    hasLostSecrets: hasLost,
    error: create.error,
    isPending: create.isPending,
    change: (changed: Partial<PageDraft>) => {
      const next = { ...draft, ...changed };
      if (channel?.entry) keepPage(workspaceId, channel, next);
      setDraft(next);
    },
    chooseChannel: (type: string) => {
      setDraft((before) => ({ ...before, type: type as ChannelType, settings: {} }));
      forgetPage(workspaceId);
      setLost(false);
      create.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (channel) create.mutate({ channel, name: given, settings: draft.settings, template });
    },
  };
}

export type NewPage = ReturnType<typeof useNewPage>;

type Given = {
  channel: Channel;
  name: string;
  settings: PageDraft["settings"];
  template: TemplateChoice | undefined;
};

function useCreatePage(workspaceId: number, onCreated: () => void) {
  const { t, i18n } = useTranslation("pages");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ channel: { type, gives_id }, name, settings, template }: Given) => {
      // The bot speaks the template's language, or that of its owner.
      const said = { en, vi }[template?.language ?? languageFor(i18n.language, "en")][type]?.said;
      const { handle, ...account } = gives_id
        ? { handle: undefined, name: name.trim() }
        : await findAccount(workspaceId, type, settings, said);
      const timezone = zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone);
      const params = { workspace_id: workspaceId };
      const body = { channel: type, ...account, timezone, ...(template && { template }) };
      return { handle, page: await api("POST /workspaces/:workspace_id/pages", { params, body }) };
    },
    onSuccess: async ({ page, handle }, { channel, template }) => {
      queryClient.setQueryData(pageQuery(page.id).queryKey, page);
      forgetPage(workspaceId);
      await queryClient.invalidateQueries(pagesQuery(workspaceId));
      onCreated();
      const done = t(template ? "create.live" : "create.done", { name: page.name });
      showToast({ message: handle === undefined ? done : t("create.connectedAs", { handle }) });
      const params = { pageId: page.id };
      // Web chat works at once; other channels may need more at the platform, which the channel tab explains.
      if (channel.gives_id) await navigate({ to: "/pages/$pageId", params });
      else await navigate({ to: "/pages/$pageId/settings", params, search: { tab: "channel" } });
    },
    meta: { showsFailure: true },
  });
}
