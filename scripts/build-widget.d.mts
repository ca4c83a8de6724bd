export function buildWidget(): Promise<boolean>;
