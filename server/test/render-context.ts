import type { RenderContext } from "../channels/outbound.ts";

/** The render context of message 1042, a reply. */
export function aRenderContext(psid: string, more: Partial<RenderContext> = {}): RenderContext {
  return {
    psid,
    messageId: 1042,
    messageTag: null,
    isReply: true,
    payload: (place) => `b1042.${place}`,
    link: (place) => `https://banter.example/l/1042.${place}`,
    note: () => undefined,
    ...more,
  };
}
