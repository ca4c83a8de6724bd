import { useTranslation } from "react-i18next";
import { useMay } from "../../frame/use-page.ts";
import type { Message } from "../queries.ts";
import { reactionOf } from "./reactions.ts";
import { useReact } from "./use-react.ts";

/** The page's reaction below a message of the customer. A member who may write takes it back by pressing it. */
export function ReactionChip({ psid, reaction }: { psid: string; reaction: Message }) {
  const { t } = useTranslation("conversations");
  const mayConverse = useMay("converse");
  const { emoji, about } = reactionOf(reaction) ?? { emoji: null, about: { id: 0 } };
  const { mutate, isPending } = useReact(psid, about.id);
  if (emoji === null) return null;
  const by = t("reaction.by", { emoji, name: reaction.author?.name ?? t("bubble.by.person") });
  const isOnItsWay = reaction.state === "queued" || reaction.state === "sending";
  if (!mayConverse)
    return (
      <span className="reaction-chip" role="img" aria-label={by} title={by} data-waiting={isOnItsWay}>
        {emoji}
      </span>
    );
  return (
    <button
      type="button"
      className="reaction-chip"
      aria-label={`${by} ${t("reaction.takeBack")}`}
      title={`${by} ${t("reaction.takeBack")}`}
      data-waiting={isOnItsWay || isPending}
      disabled={isPending}
      onClick={() => mutate(null)}
    >
      {emoji}
    </button>
  );
}

/** A reaction that has failed, in a bubble of its own. */
export function FailedReaction({ emoji }: { emoji: string | null }) {
  const { t } = useTranslation("conversations");
  return <p className="bubble-text">{emoji === null ? t("reaction.notTakenBack") : t("reaction.not", { emoji })}</p>;
}
