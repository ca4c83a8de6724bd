/** True if the server serves another build than this one, whose scripts may be gone. */
export async function hasNewerVersion(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute("src");
  if (!own) return false;
  const response = await fetch("/", { cache: "no-store" }).catch(() => undefined);
  return response?.ok === true && !(await response.text()).includes(own);
}

/** True for the failure of a dynamic import, in the words of each browser and of Vite. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && loadFailure.test(error.message);
}

const loadFailure = /dynamically imported module|importing a module script failed|unable to preload css/i;
