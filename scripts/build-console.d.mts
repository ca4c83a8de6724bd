export function buildConsole(): Promise<boolean>;
