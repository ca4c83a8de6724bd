import type { OutboundRequest } from "./guarded-request.ts";
import { NoAnswer } from "./no-answer.ts";

export type Redirect = { status: number; location: string };

/** The request that a redirect asks for, as browsers make it. https://fetch.spec.whatwg.org/#http-redirect-fetch */
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
      ([name]) => !(isElsewhere && !plainHeaders.test(name)) && !(becomesGet && /^content-/i.test(name)),
    ),
    ...(body !== undefined && !becomesGet && { body }),
  };
}

/** Any other header may hold a secret, and secrets are for the host that the flow names. */
const plainHeaders = /^(accept|accept-language|content-type|user-agent)$/i;

export const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);
