import type { Call, Graph, GraphFault, Item } from "./stand-in.ts";

const dayMs = 86_400_000;
/** From Meta's own sample: a few seconds less than 60 days. */
const goodForSeconds = 5_183_944;

/** The tokens of the account. Tokens of Instagram Login expire, and can be renewed when they are a day old. */
export function tokensOf(graph: Graph) {
  let count = 1;

  function endOf(token: string | undefined): number {
    if (token === undefined) return 0;
    if (token !== graph.accessToken) return graph.formerTokens.get(token) ?? 0;
    return graph.kind === "instagram_login" ? graph.tokenIssuedAt + goodForSeconds * 1000 : Number.POSITIVE_INFINITY;
  }

  function faultOf(token: string | undefined): GraphFault | undefined {
    const end = endOf(token);
    if (end === 0) return { code: 190, message: "Invalid OAuth access token." };
    if (end > graph.now()) return undefined;
    return { code: 190, subcode: 463, message: "Error validating access token: Session has expired." };
  }

  /** Meta does not document how it refuses a token that is too young: this is the worst case. */
  function renew({ method, query }: Call): { fault: GraphFault } | { take: () => Item } {
    const { grant_type, access_token: token, ...others } = query;
    if (graph.kind !== "instagram_login" || method !== "GET" || Object.keys(others).length > 0)
      return { fault: { code: 100, message: `Unsupported request - method type: ${method.toLowerCase()}` } };
    if (grant_type !== "ig_refresh_token") return { fault: { code: 100, message: "Invalid grant_type" } };
    const wrong = faultOf(token);
    if (wrong) return { fault: wrong };
    if (token === graph.accessToken && graph.now() - graph.tokenIssuedAt < dayMs)
      return { fault: { code: 190, message: "The access token is not 24 hours old." } };
    return {
      take() {
        graph.formerTokens.set(graph.accessToken, endOf(graph.accessToken));
        graph.accessToken = `IGAAStandInToken${++count}`;
        graph.tokenIssuedAt = graph.now();
        return { access_token: graph.accessToken, token_type: "bearer", expires_in: goodForSeconds };
      },
    };
  }

  return { faultOf, renew };
}
