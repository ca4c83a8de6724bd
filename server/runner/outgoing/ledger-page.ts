import type { DeliveryWatermark } from "../../store/runtime/delivery-watermarks.ts";
import type { Lease } from "../../store/runtime/leases.ts";

/** The parts of a page that the ledger needs. */
export type LedgerPage = {
  readonly lease: Lease;
  /** The delivery watermark, if it is time to write it. It stays below every message in `unwritten`. */
  takeWatermark(unwritten: () => number[]): Omit<DeliveryWatermark, "pageId"> | undefined;
  /** Called when the table says that another node owns the page. */
  onLost(): void;
};

/** The leases of the pages of these entries, each once. */
export const leasesOf = (entries: { page: LedgerPage }[]): Lease[] =>
  [...new Set(entries.map(({ page }) => page))].map(({ lease }) => lease);
