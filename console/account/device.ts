/** Browser and system from the user agent, precise enough to tell one's own devices apart. */
export function deviceOf(userAgent: string): { browser: string | undefined; system: string | undefined } {
  return { browser: firstIn(browsers, userAgent), system: firstIn(systems, userAgent) };
}

// In this order: nearly all browsers also say Chrome or Safari, and Android also says Linux.
const browsers = { Edg: "Edge", OPR: "Opera", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" };
const systems = { iPhone: "iPhone", iPad: "iPad", Android: "Android", Windows: "Windows", Mac: "Mac", Linux: "Linux" };

function firstIn(names: Record<string, string>, userAgent: string): string | undefined {
  return Object.entries(names).find(([token]) => userAgent.includes(token))?.[1];
}
