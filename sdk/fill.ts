/** Fills the parameters into a path. */
export function fill(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
