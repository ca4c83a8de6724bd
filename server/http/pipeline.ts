import type { Route } from "@banter/core/api/contract.ts";
import { notFound } from "@banter/core/model/error.ts";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteOptions,
  RouteShorthandOptions,
} from "fastify";
import type { Deps } from "../deps.ts";
import { holdEvents } from "../live/page-live.ts";
import { mountFileRoute } from "./guards/file-bodies.ts";
import { addKnownPath, otherMethod } from "./guards/known-paths.ts";
import { checkTexts, readAs } from "./read.ts";

/**
 * The steps of one route. Every call of the public API, the management API, logins and web chat passes through them in
 * this order; the APIs differ in how they authenticate.
 */
export type RouteSteps<Caller> = {
  options?: Pick<RouteShorthandOptions, "bodyLimit" | "schema">;
  /** The body is a file, which the handler reads as a stream. */
  takesFile?: true | undefined;
  /** Runs before the body is read: checks origin, credentials and limits. Returns the caller, or throws. */
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;
  /** Checks the fields, runs the handler, and returns or sends its answer. */
  answer: (caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

/** Answers a CORS preflight for a path. Returns false if the request is none. */
type Preflight = (request: FastifyRequest, reply: FastifyReply, allowed: string[]) => Promise<boolean>;

type Mounting = {
  contract: object;
  prefix: string;
  preflight?: Preflight;
  /** False: a path answers 404 to methods that it does not take. */
  refusesMethods?: false;
};

/** Mounts every route of a contract. A known path answers 405 to methods that it does not take. */
export function mountContract<Caller>(
  app: FastifyInstance,
  { contract, prefix, preflight, refusesMethods }: Mounting,
  /** `key` is the route's in the contract: `GET /flows`. */
  stepsOf: (key: string) => RouteSteps<Caller>,
): void {
  const paths = pathsOf(contract);
  const byLength = Map.groupBy(paths, ({ parts }) => parts.length);
  for (const { path, parts, methods } of paths) {
    for (const method of methods) mountRoute(app, method, prefix + path, stepsOf(`${method} ${path}`));
    const wider = (byLength.get(parts.length) ?? []).filter((other) => other.path !== path && includes(other, parts));
    const refused = new Set(wider.flatMap((other) => other.methods.filter((method) => !methods.includes(method))));
    refuseOtherMethods(app, prefix + path, { methods, refused, preflight, isKnown: refusesMethods !== false });
  }
}

type Path = { path: string; parts: string[]; methods: HTTPMethods[] };

/** True if requests for a path would also match the other one, by a parameter: `/flows/:path` and `/flows/send`. */
function includes({ parts }: Path, path: string[]): boolean {
  return parts.every((part, index) => part === path[index] || part.startsWith(":"));
}

function mountRoute<Caller>(
  app: FastifyInstance,
  method: HTTPMethods,
  url: string,
  { options, takesFile, authenticate, answer }: RouteSteps<Caller>,
): void {
  const callers = new WeakMap<FastifyRequest, { caller: Caller }>();
  const mount = takesFile ? mountFileRoute : mountPlainRoute;
  mount(app, {
    method,
    url,
    ...options,
    onRequest: async (request, reply) => {
      callers.set(request, { caller: await authenticate(request, reply) });
    },
    handler: async (request, reply) => {
      const authenticated = callers.get(request);
      if (!authenticated) throw new Error("A handler ran before its request was authenticated.");
      return answer(authenticated.caller, request, reply);
    },
  });
}

const mountPlainRoute = (app: FastifyInstance, route: RouteOptions) => void app.route(route);

/** The route's fields, checked. */
export function readInput(route: Pick<Route, "params" | "query" | "body">, request: FastifyRequest) {
  const fields = {
    params: route.params && readAs(route.params, request.params),
    query: route.query && readAs(route.query, request.query),
    body: route.body && readAs(route.body, request.body),
  };
  checkTexts(request.params);
  checkTexts(request.query);
  return fields;
}

/** Runs a write: everything that `work` does with its `deps` is committed together, or not at all. */
export async function inTransaction<Result>(deps: Deps, work: (deps: Deps) => Promise<Result>): Promise<Result> {
  const { live, release } = holdEvents(deps.live);
  const { emails, send } = holdEmails(deps.emails);
  const result = await deps.db.transact((db) => work({ ...deps, db, live, emails }));
  release();
  send();
  return result;
}

/** Keeps e-mails back until the transaction is committed: a link in them must work. */
function holdEmails(emails: Deps["emails"]): { emails: Deps["emails"]; send: () => void } {
  if (!emails) return { emails, send: () => undefined };
  const held: (() => void)[] = [];
  return {
    emails: { ...emails, send: (email) => void held.push(() => emails.send(email)) },
    send: () => {
      for (const one of held) one();
    },
  };
}

function pathsOf(contract: object): Path[] {
  const methods = new Map<string, HTTPMethods[]>();
  for (const key of Object.keys(contract)) {
    const [method = "", path = ""] = key.split(" ");
    methods.set(path, [...(methods.get(path) ?? []), method as HTTPMethods]);
  }
  return [...methods].map(([path, methods]) => ({ path, parts: path.split("/"), methods }));
}

type Refusals = {
  methods: HTTPMethods[];
  refused: Set<HTTPMethods>;
  preflight?: Preflight | undefined;
  /** Otherwise the path answers 404. */
  isKnown: boolean;
};

/** `refused` are methods that another route would take. Requests with the others have no route. */
function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  { methods, refused, preflight, isKnown }: Refusals,
): void {
  const allowed: string[] = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  if (isKnown) addKnownPath(app, url, allowed);
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method === "OPTIONS" && (await preflight?.(request, reply, allowed))) return;
    throw isKnown ? otherMethod(allowed) : notFound("route");
  };
  const method = [...refused, ...(preflight ? ["OPTIONS"] : [])];
  if (method.length > 0) app.route({ method, url, onRequest, handler: (_, reply) => reply });
}
