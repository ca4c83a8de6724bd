import { parkMail } from "../../store/runtime/parked-mail.ts";
import type { RunnerNode } from "../node.ts";
import type { OwnedPage } from "../pages/page.ts";

/** Parks mail that cannot be handled, so that later mail can go on. */
export async function park(node: RunnerNode, page: OwnedPage, mail: { id: number }, error: unknown): Promise<void> {
  node.deps.log.error({ err: error, pageId: page.lease.pageId, mailId: mail.id }, "mail parked");
  const reason = error instanceof Error ? error.message : String(error);
  if (!(await parkMail(node.db, page.lease, mail, reason))) return node.drop(page, "lease lost");
  node.deps.metrics.mailParked.inc();
}
