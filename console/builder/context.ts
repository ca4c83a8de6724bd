import type { LintContext } from "@banter/core/flow/problem.ts";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { PageInfo } from "../frame/use-page.ts";
import type { Builder, BuilderState } from "./builder.ts";
import type { Names } from "./edit/copy.ts";

/** What every part of the builder stands in. */
export type BuilderScene = {
  builder: Builder;
  page: PageInfo;
  flowId: number;
  names: Names;
  lintContext: LintContext;
};

export const BuilderContext = createContext<BuilderScene | undefined>(undefined);

export function useScene(): BuilderScene {
  const scene = useContext(BuilderContext);
  if (!scene) throw new Error("This part of the console stands inside the builder only.");
  return scene;
}

/** A part of the builder's state; whoever reads it is drawn again only when that part has changed. */
export function useBuilder<Part>(read: (state: BuilderState) => Part): Part {
  const { builder } = useScene();
  return useSyncExternalStore(builder.subscribe, () => read(builder.get()));
}
