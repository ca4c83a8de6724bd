import { connect, type Database } from "../../server/store/db/db.ts";
import { testKeys } from "../../server/test/database/keys.ts";

/** The scenario's own connections. On a loaded machine they wait for one much longer than a server would. */
export const connectWorld = (url: string): Database =>
  connect({ url, name: "faults", max: 4, connectMs: 60_000, sealer: testKeys(), onError: () => {} });
