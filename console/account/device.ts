/** What a browser says it is, roughly: enough to know one's own devices apart. */
export function deviceOf(userAgent: string): { browser: string | undefined; system: string | undefined } {
  return { browser: firstIn(browsers, userAgent), system: firstIn(systems, userAgent) };
}

// Order matters: nearly all of them also call themselves Chrome or Safari, and Android also Linux.
const browsers = { Edg: "Edge", OPR: "Opera", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" };
const systems = { iPhone: "iPhone", iPad: "iPad", Android: "Android", Windows: "Windows", Mac: "Mac", Linux: "Linux" };

function firstIn(names: Record<string, string>, userAgent: string): string | undefined {
  return Object.entries(names).find(([mark]) => userAgent.includes(mark))?.[1];
}
