import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

type Watched = {
  /** Changes when older messages were added above. */
  firstKey: number | undefined;
  /** Changes when something was added below. */
  lastKey: string | undefined;
  /** The newest item is the reader's own, which is always shown. */
  isOwnLast: boolean;
  onTop: () => void;
};

/** Within this distance of an end, in pixels, one counts as being there. */
const nearEnd = 60;
const nearTop = 400;

/**
 * Keeps the reader's place: older messages above move nothing, new ones below are followed only from the end. Otherwise
 * `hasNew` is set until the reader is there.
 */
export function useScroll({ firstKey, lastKey, isOwnLast, onTop }: Watched) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const fromEnd = useRef(0);
  const [hasNew, setHasNew] = useState(false);

  const toEnd = () => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
    isAtEnd.current = true;
    setHasNew(false);
  };
  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    fromEnd.current = element.scrollHeight - element.scrollTop;
    isAtEnd.current = fromEnd.current - element.clientHeight < nearEnd;
    if (isAtEnd.current) setHasNew(false);
    if (element.scrollTop < nearTop) onTop();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when older messages were added
  useLayoutEffect(() => {
    const element = box.current;
    if (element && !isAtEnd.current) element.scrollTop = element.scrollHeight - fromEnd.current;
  }, [firstKey]);

  const follow = useEffectEvent(() => {
    if (isAtEnd.current || isOwnLast) toEnd();
    else setHasNew(true);
  });
  useLayoutEffect(() => {
    if (lastKey !== undefined) follow();
  }, [lastKey]);

  const onResize = useEffectEvent(() => {
    const element = box.current;
    if (!element) return;
    if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    // A window that is higher than what was read shows the top.
    if (element.scrollHeight <= element.clientHeight + nearTop) onTop();
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => onResize());
    for (const element of [box.current, content.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return { box, content, hasNew, toEnd, onScroll };
}
