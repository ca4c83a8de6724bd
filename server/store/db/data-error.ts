/**
 * True if the database refuses the values (SQLSTATE classes 22, 23 and 54: data, constraints, limits): a retry would
 * fail too.
 */
export function isDataError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(22|23|54)[0-9A-Z]{3}$/.test(code);
}
