import { connect, type Database } from "../../server/store/db/db.ts";
import { testKeys } from "../../server/test/database/keys.ts";

/** The scenario's own connections. On a loaded machine they wait much longer than a server would. */
export function connectWorld(url: string): Database {
  const patience = { connectMs: 60_000, statementTimeout: "60s", answerMs: 90_000 };
  return connect({ url, name: "faults", max: 4, patience, sealer: testKeys(), onError: () => {} });
}
