import { isMainThread } from "node:worker_threads";

// Loaded into a server before its own code (`--import`). J8 measures how fast the server sends; Messenger's pace of at
// most 300 messages a second for a page would be measured instead. Workers load it too, and have little memory.
if (isMainThread) {
  const { outbound } = await import("../../server/channels/messenger/outbound.ts");
  outbound.pace = () => ({ perSecond: 1_000_000, perCustomer: null, weigh: () => 1 });
}
