import { useEffect } from "react";
import { useScene } from "../../context.ts";
import { useFollowing } from "./use-following.ts";
import { useOthers } from "./use-others.ts";

/** Joins the other editors of the flow, and keeps what is known of them in the builder's state. */
export function useTogether(editorId: string): void {
  const { builder } = useScene();
  const others = useOthers(editorId);
  const saves = useFollowing();
  useEffect(() => builder.set({ together: { others, saves } }), [builder, others, saves]);
}
