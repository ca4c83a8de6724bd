/** The name itself or, where it is taken, the first of "name 2", "name 3" and so on that is not. */
export function freeName(name: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  if (!names.has(name)) return name;
  for (let number = 2; ; number++) if (!names.has(`${name} ${number}`)) return `${name} ${number}`;
}
