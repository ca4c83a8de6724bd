import { callLimiter } from "./call-limiter.ts";

/**
 * Limits new visitors of web chats, each of which is a stored customer. A caller with many networks passes the limit of
 * a network, so that a page and the node have one too. Visitors who come back do not count.
 */
export function newVisitorLimiter({ page = pageLimit, node = nodeLimit }: NewVisitorLimits = {}) {
  const mayAddToPage = callLimiter(page);
  const mayAddToNode = callLimiter({ ...node, maxCallers: 1 });

  /** The page first: calls that a flooded page refuses take nothing from the other pages. */
  return (pageId: string): boolean => mayAddToPage(pageId) && mayAddToNode("node");
}

type Limit = { burst: number; perSecond: number };
type NewVisitorLimits = { page?: Limit; node?: Limit };

const pageLimit = { burst: 1000, perSecond: 20 };
const nodeLimit = { burst: 5000, perSecond: 100 };
