import { Refusal } from "@banter/sdk/manage.ts";
import { errorText } from "../ui/error-text.ts";

/**
 * The text of a refused login or code. `wrong` is the same whether or not the e-mail is known, so that nobody can probe
 * for accounts.
 */
export function wrongEntryText(error: unknown, wrong: string): string | undefined {
  if (!error) return undefined;
  return error instanceof Refusal && [400, 401].includes(error.status) ? wrong : errorText(error);
}

/** The login service refuses a wrong password without naming a field; a named field is the fault of a new password. */
export function wrongPasswordText(error: unknown, wrong: string): string | undefined {
  const namesField = error instanceof Refusal && error.faults.length > 0;
  return namesField ? errorText(error) : wrongEntryText(error, wrong);
}
