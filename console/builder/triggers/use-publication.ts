import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useBuilder, useScene } from "../context.ts";
import { compare, isSame } from "../edit/compare.ts";
import { flowQuery } from "../queries.ts";

/** How the draft stands to what is live; undefined until that is known. */
export type Publication = "never" | "live" | "changed";

/** Compares the draft with the published version, shortly after either has changed. */
export function usePublication(): Publication | undefined {
  const { page, flowId } = useScene();
  const draft = useBuilder(({ history }) => history.present);
  const { data: flow } = useQuery(flowQuery(page.id, flowId));
  const [publication, setPublication] = useState<Publication>();
  useEffect(() => {
    if (!flow) return;
    const { published } = flow;
    if (published === null) return setPublication("never");
    const timer = setTimeout(() => setPublication(isSame(compare(published, draft)) ? "live" : "changed"), 300);
    return () => clearTimeout(timer);
  }, [flow, draft]);
  return publication;
}
