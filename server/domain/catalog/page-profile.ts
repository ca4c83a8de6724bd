import { iceBreakerPayload, menuPayload } from "@banter/core/model/press-payload.ts";
import type { PageProfile } from "../../channels/channel.ts";
import type { IceBreaker } from "../../store/catalog/ice-breakers.ts";
import type { MenuItem } from "../../store/catalog/menu-items.ts";

/**
 * The parts of a page that every channel shows before the customer writes. An ice breaker or menu item whose flow is not
 * published, or in the trash, would lead nowhere: it is left out, and those after it move up. So where a platform shows
 * only the first few, each of them works.
 */
export function pageProfile(
  { greeting, iceBreakers, menu }: { greeting: string | null; iceBreakers: IceBreaker[]; menu: MenuItem[] },
  publishedFlows: { id: number }[],
): PageProfile {
  const published = new Set(publishedFlows.map(({ id }) => id));
  const leadsSomewhere = ({ flowId }: { flowId: number | null }) => flowId !== null && published.has(flowId);
  return {
    greeting,
    iceBreakers: iceBreakers.filter(leadsSomewhere).map(({ id, title }) => ({ title, payload: iceBreakerPayload(id) })),
    mainMenu: menu.flatMap((item): PageProfile["mainMenu"] => {
      const { id, title, url, command } = item;
      if (url !== null) return [{ title, url }];
      return leadsSomewhere(item) ? [{ title, payload: menuPayload(id), ...(command !== null && { command }) }] : [];
    }),
  };
}
