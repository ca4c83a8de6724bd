/**
 * The database refuses the value itself (SQLSTATE classes 22, 23 and 54: data, constraints, limits): it will refuse it
 * the next time too.
 */
export function isDataError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(22|23|54)[0-9A-Z]{3}$/.test(code);
}
