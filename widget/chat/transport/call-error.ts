/** A failed call. Without a status it may not have reached the server. */
export class CallError extends Error {
  status: number | undefined;
  /** The status, if the server would refuse the same call again. */
  refusal: number | undefined;
  retryAfterMs: number;
  /** The reason of a refusal, such as `file_too_large`. */
  code: string | undefined;
  /** The parts of the call that were refused, as JSON pointers. */
  faults: string[];

  constructor(status = 0, retryAfter?: string | null, code?: string, faults: string[] = []) {
    super(status ? `The server answered ${status}` : "The server did not answer");
    this.status = status || undefined;
    this.refusal = status >= 400 && status < 500 && status !== 429 ? status : undefined;
    this.retryAfterMs = (Number(retryAfter) || 0) * 1000;
    this.code = code;
    this.faults = faults;
  }
}

export function asCallError(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError();
}
