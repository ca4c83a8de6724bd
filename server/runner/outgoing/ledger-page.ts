import type { DeliveryWatermark } from "../../store/conversations/delivery-watermarks.ts";
import type { Lease } from "../../store/conversations/leases.ts";

/** A page as far as the ledger writes for it. */
export type LedgerPage = {
  readonly lease: Lease;
  /** The page's delivery watermark, when it is time to move it. It stays before every message in `unwritten`. */
  takeWatermark(unwritten: () => number[]): Omit<DeliveryWatermark, "pageId"> | undefined;
  /** The table says that another node has the page. */
  onLost(): void;
};

/** The leases of the pages of these entries, each once. */
export const leasesOf = (entries: { page: LedgerPage }[]): Lease[] =>
  [...new Set(entries.map(({ page }) => page))].map(({ lease }) => lease);
