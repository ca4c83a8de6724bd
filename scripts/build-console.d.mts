export function buildConsole(options?: { mayBeOld?: boolean }): Promise<boolean>;
