export function buildWidget(options?: { mayBeOld?: boolean }): Promise<boolean>;
