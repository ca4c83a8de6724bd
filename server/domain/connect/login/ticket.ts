import { AppError } from "@banter/core/model/error.ts";
import { parseJson } from "@banter/core/model/json.ts";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { databaseNow } from "../../../store/health/database-clock.ts";

/** The person who logs in at a platform, and the workspace that gets the pages. */
export type Caller = { userId: string; workspaceId: number };

/** The parts of a login that go through the caller's browser: the dialog's state, and the ticket with the accounts. */
type Part = "state" | "ticket";

const goodForMs = 15 * 60_000;

const Sealed = z.object({ userId: z.string(), workspaceId: z.number(), until: z.number(), value: z.unknown() });

/** Seals a value for the caller, so that nothing of a login that has not ended must be stored. */
export function sealPart({ db }: Pick<Deps, "db">, part: Part, caller: Caller, value: unknown): string {
  const text = JSON.stringify({ ...caller, until: databaseNow() + goodForMs, value } satisfies z.infer<typeof Sealed>);
  return db.sealer.seal(text, placeOf(part));
}

/** Throws unless this server has sealed the part for this caller within the last minutes. */
export function openPart({ db }: Pick<Deps, "db">, part: Part, caller: Caller, sealed: string): unknown {
  const opened = Sealed.safeParse(read({ db }, part, sealed)).data;
  if (!opened || opened.until < databaseNow())
    throw new AppError("conflict", "This login was started too long ago. Start it again.", faultAt(part, "is too old"));
  if (opened.userId !== caller.userId || opened.workspaceId !== caller.workspaceId)
    throw new AppError(
      "forbidden",
      "This login was started by somebody else, or for another workspace. Start it again.",
      faultAt(part, "belongs to another login"),
    );
  return opened.value;
}

function read({ db }: Pick<Deps, "db">, part: Part, sealed: string): unknown {
  try {
    return parseJson(db.sealer.open(sealed, placeOf(part)));
  } catch {
    return undefined;
  }
}

const placeOf = (part: Part) => `platform login ${part}`;
const faultAt = (part: Part, message: string) => ({ faults: [{ path: `/${part}`, message }] });
