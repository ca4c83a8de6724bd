import { Skeleton } from "@mantine/core";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { PartBoundary } from "./part-boundary.tsx";

type Options = {
  /** Of the place that is kept while the part is loaded. */
  height?: number | string;
  /** A whole screen: if the server has a newer version, the console reloads by itself. */
  isScreen?: boolean;
};

/**
 * A component that is loaded when it is first drawn. If that fails, only its own place shows the failure, and it is
 * tried again when the connection is back.
 *
 *     const Drawer = lazyPart(async () => (await import("./drawer.tsx")).Drawer);
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { height = 240, isScreen = false }: Options = {},
) {
  let Loaded: ComponentType<Props> | undefined;
  async function loadOnce(): Promise<{ default: ComponentType<Props> }> {
    Loaded ??= await load();
    Part.preload = undefined;
    return { default: Loaded };
  }
  // React keeps the failure of a lazy component, so each attempt is one of its own.
  const attempt = () => Loaded ?? (lazy(loadOnce) as unknown as ComponentType<Props>);

  function Part(props: Props) {
    const [Content, setContent] = useState<ComponentType<Props>>(attempt);
    return (
      <PartBoundary isScreen={isScreen} onRetry={() => setContent(attempt)}>
        <Suspense fallback={<Skeleton h={height} />}>
          <Content {...props} />
        </Suspense>
      </PartBoundary>
    );
  }
  /** Loads the code ahead; undefined once it is there. A failure shows when the part is drawn. */
  Part.preload = preload as (() => Promise<void>) | undefined;
  async function preload(): Promise<void> {
    await loadOnce().catch(() => undefined);
  }
  return Part;
}
