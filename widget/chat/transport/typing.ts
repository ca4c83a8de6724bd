import type { Api } from "./api.ts";

/** How often the server is told while the visitor types, and after which pause they have stopped. */
const repeatMs = 5000;
const pauseMs = 6000;

/** Tells the server that the visitor types, and that they have stopped. A call that fails is not repeated. */
export function createTyping(api: Pick<Api, "typing">) {
  let toldAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (isTyping: boolean) => void api.typing(isTyping).catch(() => undefined);
  function forget(): boolean {
    const wasTold = toldAt > Number.NEGATIVE_INFINITY;
    clearTimeout(timer);
    toldAt = Number.NEGATIVE_INFINITY;
    return wasTold;
  }
  function stop(): void {
    if (forget()) tell(false);
  }

  return {
    /** Called with every change of the text. */
    changed(text: string): void {
      clearTimeout(timer);
      if (text.trim() === "") {
        stop();
        return;
      }
      timer = setTimeout(stop, pauseMs);
      if (performance.now() - toldAt < repeatMs) return;
      toldAt = performance.now();
      tell(true);
    },
    /** The text was sent, which tells the server enough. */
    sent: () => void forget(),
  };
}
