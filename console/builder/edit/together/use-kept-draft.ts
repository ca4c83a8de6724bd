import { useEffect, useEffectEvent, useState } from "react";
import { beforeReload } from "../../../frame/loading/reload.ts";
import { useMe } from "../../../frame/use-workspace.ts";
import { useScene } from "../../context.ts";
import { compare, isSame } from "../compare.ts";
import type { Draft } from "../draft.ts";
import { mergeDrafts } from "../merge.ts";
import { startKeeper } from "./keeper.ts";
import { type KeptDraft, keptDrafts, markOpen } from "./kept-drafts.ts";

/** Edits of an earlier editor, and the draft that they would give. */
export type Offer = { kept: KeptDraft; draft: Draft };

/** Set when the console reloads itself: then the edits come back without a question. */
const reloadedKey = "banter-reloaded-flow";

/** Keeps unsaved edits in this browser, and offers those of an editor that was closed before they were saved. */
export function useKeptDraft(editorId: string, onRestored: () => void) {
  const { builder, page, flowId } = useScene();
  const { id: userId } = useMe().user;
  const [offer, setOffer] = useState<Offer>();
  const onListed = useEffectEvent(([kept]: KeptDraft[]) => {
    if (!kept || !builder.canEdit) return;
    const now = builder.get().history.present;
    const { draft } = mergeDrafts(kept.base, kept.draft, now);
    if (isSame(compare(now, draft))) return void keptDrafts.remove(kept.id);
    if (takeReloadMark(page.id, flowId)) restore({ kept, draft });
    else setOffer({ kept, draft });
  });
  function restore({ kept, draft }: Offer): void {
    builder.apply(draft);
    end(kept);
    onRestored();
  }
  function end({ id }: KeptDraft): void {
    setOffer(undefined);
    void keptDrafts.remove(id);
  }
  useEffect(() => {
    const flow = { userId, pageId: page.id, flowId };
    const close = markOpen(editorId);
    const keeper = startKeeper(builder, editorId, flow);
    const forget = beforeReload(async () => {
      if (builder.saver.pending) sessionStorage.setItem(reloadedKey, `${page.id} ${flowId}`);
      await keeper.write();
    });
    void keptDrafts.list(flow).then(onListed);
    return () => {
      close();
      keeper.stop();
      forget();
    };
  }, [builder, editorId, userId, page.id, flowId]);
  return { offer, restore: () => offer && restore(offer), discard: () => offer && end(offer.kept) };
}

function takeReloadMark(pageId: string, flowId: number): boolean {
  const isMarked = sessionStorage.getItem(reloadedKey) === `${pageId} ${flowId}`;
  sessionStorage.removeItem(reloadedKey);
  return isMarked;
}
