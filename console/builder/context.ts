import type { LintContext } from "@banter/core/flow/problem.ts";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { PageInfo } from "../frame/use-page.ts";
import type { Builder, BuilderState } from "./builder.ts";
import type { Names } from "./edit/copy.ts";

/** Shared by every part of the builder. */
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
  if (!scene) throw new Error("useScene needs the builder around it.");
  return scene;
}

/** A part of the builder's state. The component is drawn again only when that part changes. */
export function useBuilder<Part>(read: (state: BuilderState) => Part): Part {
  const { builder } = useScene();
  return useSyncExternalStore(builder.subscribe, () => read(builder.get()));
}
