// The rules for following a redirect of a flow's request.

import { NoAnswer } from "./no-answer.ts";

export type OutboundRequest = {
  method: string;
  url: string;
  headers: [string, string][];
  body?: string | Uint8Array;
};

export type Redirect = { status: number; location: string };

/** The next request after a redirect, by the rules of browsers. https://fetch.spec.whatwg.org/#http-redirect-fetch */
export function redirected(request: OutboundRequest, { status, location }: Redirect): OutboundRequest {
  const { method, url, headers, body } = request;
  const next = URL.parse(location, url);
  if (!next) throw new NoAnswer("blocked_address");

  const isElsewhere = next.origin !== new URL(url).origin;
  const becomesGet = status === 303 || ((status === 301 || status === 302) && method === "POST");
  return {
    method: becomesGet ? "GET" : method,
    url: next.href,
    headers: headers.filter(
      ([name]) => !(isElsewhere && !publicHeaders.test(name)) && !(becomesGet && /^content-/i.test(name)),
    ),
    ...(body !== undefined && !becomesGet && { body }),
  };
}

/** Headers that another host may see. Any other may hold a secret for the host that the flow has named. */
const publicHeaders = /^(accept|accept-language|content-type|user-agent)$/i;

export const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);
