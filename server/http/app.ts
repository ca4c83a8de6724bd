import { randomUUID } from "node:crypto";
import { METHODS, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { managementApi } from "@banter/core/api/management/index.ts";
import { publicApi, publicPrefix } from "@banter/core/api/public.ts";
import { webchatApi } from "@banter/core/api/webchat-api.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Deps } from "../deps.ts";
import { isDiskFull } from "../store/db/errors.ts";
import { type Failure, failureOf, protocolFailureOf, renderFailure } from "./failure.ts";
import { readBodies } from "./guards/body.ts";
import { maxUploadMs } from "./guards/file-bodies.ts";
import { findKnownPath, otherMethod, routerOptions } from "./guards/known-paths.ts";
import { managementBudget } from "./guards/management-budget.ts";
import { refuseWhenOverloaded } from "./guards/node/overload.ts";
import { sendStrictTransport } from "./guards/node/strict-transport.ts";
import { warnOfUntrustedProxy } from "./guards/node/untrusted-proxy.ts";
import { endSlowBodies } from "./guards/slow-bodies.ts";
import { dropUnreadBodies } from "./guards/unread-bodies.ts";
import { closeUnusedConnections } from "./guards/unused-connections.ts";
import { mountHealth } from "./health.ts";
import { mountMetrics } from "./metrics.ts";
import { mountManagementApi } from "./mount-management.ts";
import { mountPublicApi } from "./mount-public.ts";
import { mountWebchatApi } from "./mount-webchat.ts";
import { mountDocs } from "./openapi.ts";
import { traceRequests } from "./request-spans.ts";
import { mountChatPage } from "./routes/chat-page.ts";
import { mountConsole } from "./routes/console.ts";
import { mountGrowthLinks } from "./routes/growth-links.ts";
import { mountIncomingHooks } from "./routes/hooks/incoming-hooks.ts";
import { mountWebhooks } from "./routes/hooks/webhooks.ts";
import { mountLinks } from "./routes/links.ts";
import { mountLogins } from "./routes/logins.ts";
import { mountPageEvents } from "./routes/management/conversations/page-events.ts";
import { mountCustomerFiles } from "./routes/management/customers/files.ts";
import { managementHandlers } from "./routes/management/index.ts";
import { mountToolCodes } from "./routes/management/qr.ts";
import { mountPlatformMedia } from "./routes/media.ts";
import { publicHandlers } from "./routes/public.ts";
import { mountStoredMedia } from "./routes/stored-media.ts";
import { webchatHandlers } from "./routes/webchat.ts";

/** The HTTP server, ready to listen. Every failure leaves through `renderFailure`. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    // Only warnings and errors of Fastify are logged.
    loggerInstance: deps.log.child({}, { level: "warn" }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trustProxy ?? false,
    bodyLimit: 1024 * 1024,
    // For uploads. `endSlowBodies` ends all other requests sooner.
    requestTimeout: maxUploadMs,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    maxRequestsPerSocket: 0,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    routerOptions,
    http: {
      headersTimeout: 10_000,
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: 2000,
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerSocket(socket, failureFor(protocolFailureOf(error))),
    frameworkErrors: (error, request, reply) => sendFailure(deps, error, request, reply),
  });

  // The router knows the usual methods only, but a known path must answer 405 to every other one.
  const known = new Set(app.supportedMethods);
  for (const method of METHODS) if (!known.has(method)) app.addHttpMethod(method);

  app.server.on("connect", (_, socket: Duplex) => {
    answerSocket(socket, failureFor(new AppError("method_not_allowed", "This server is not a proxy.")));
  });
  app.server.on("checkExpectation", (_, response: ServerResponse) => {
    const message = "The expectation cannot be met.";
    const { status, headers, body } = failureFor(new AppError("malformed_request", message, { status: 417 }));
    response
      .writeHead(status, { ...headers, "content-length": Buffer.byteLength(body), connection: "close" })
      .end(body);
  });
  app.setErrorHandler((error, request, reply) => sendFailure(deps, error, request, reply));
  app.setNotFoundHandler((request, reply) => sendFailure(deps, notFound("route"), request, reply));
  // Hooks run in this order, and none after one that refuses.
  sendStrictTransport(app, deps);
  refuseWhenOverloaded(app, deps);
  warnOfUntrustedProxy(app, deps);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    checkForm(request);
  });
  const maxConnections = Math.ceil(deps.config.maxConnections / deps.config.nodes);
  // `dropMaxConnection`: otherwise full nodes behind one port would pass a connection to each other for ever.
  Object.assign(app.server, { maxConnections, dropMaxConnection: true });
  closeUnusedConnections(app);
  dropUnreadBodies(app);
  endSlowBodies(app, (socket, error) => answerSocket(socket, failureFor(protocolFailureOf(error))));
  readBodies(app);
  mountHealth(app, deps);
  const metrics = mountMetrics(app, deps);
  traceRequests(app, deps);
  mountPublicApi(app, deps, publicApi, publicHandlers);
  mountLogins(app, deps);
  const managed = { ...deps, budget: managementBudget(deps.config.managementRate) };
  mountManagementApi(app, managed, managementApi, managementHandlers);
  mountToolCodes(app, managed);
  mountPageEvents(app, deps);
  mountCustomerFiles(app, managed);
  mountWebchatApi(app, deps, webchatApi, webchatHandlers);
  mountWebhooks(app, deps, metrics);
  mountIncomingHooks(app, deps);
  mountLinks(app, deps);
  mountPlatformMedia(app, deps);
  mountStoredMedia(app, deps);
  mountGrowthLinks(app, deps);
  mountChatPage(app, deps);
  mountConsole(app);
  mountDocs(app, deps);
  return app;
}

/** Checks that Node and Fastify skip, or make only after reading the body. */
function checkForm(request: FastifyRequest): void {
  const { raw, headers, url, is404 } = request;
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length > 1 || (hosts.length === 0 && raw.httpVersion !== "1.0")) {
    throw new AppError("malformed_request", "The request must name one host.");
  }
  if (headers["content-encoding"] && headers["content-encoding"] !== "identity") {
    throw new AppError("unsupported_media_type", "The body must not be compressed.");
  }
  if (/^[^?]*\/(\.|%2e){1,2}(\/|\?|$)/i.test(url)) throw notFound("route");
  const known = is404 ? findKnownPath(request) : undefined;
  if (known) throw otherMethod(known.allowed);
  if (is404) throw notFound("route");
}

function sendFailure(deps: Deps, thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const error = isBrokenOff(thrown, request) ? endedEarly() : failureOf(thrown);
  if (isDiskFull(thrown)) deps.health.diskFull();
  // Refusals that we throw on purpose are not logged: there are many when the server is full or stopping.
  const isExpected = thrown instanceof AppError && ["not_implemented", "unavailable"].includes(thrown.code);
  if (error.status >= 500 && !isExpected) deps.log.error({ err: thrown, requestId: request.id }, "request failed");
  const { status, headers, body } = renderFailure(error, {
    requestId: request.id,
    isPublic: isPublic(request),
    accept: request.headers.accept,
  });
  // The route's own serialiser must not be used for a failure.
  return reply
    .code(status)
    .headers(headers)
    .serializer((text: string) => text)
    .send(body);
}

/** True if the client has closed the connection before its body was whole. Nobody reads the answer. */
const isBrokenOff = (thrown: unknown, { raw }: FastifyRequest) =>
  thrown instanceof Error && "code" in thrown && thrown.code === "ECONNRESET" && raw.destroyed && !raw.complete;

const endedEarly = () => new AppError("malformed_request", "The body ended early.");

/** Decided by the route, because a path can be encoded in many ways; by the path if there is no route. */
const isPublic = (request: FastifyRequest) =>
  (request.routeOptions.url ?? findKnownPath(request)?.url)?.startsWith(publicPrefix) ||
  /^\/+api\/+public_api(\/|\?|$)/.test(request.url);

const failureFor = (error: AppError) => renderFailure(error, { requestId: randomUUID(), isPublic: true });

/** Answers a request that Node could not parse: writes to the socket directly, then closes it. */
function answerSocket(socket: Duplex, { status, headers, body }: Failure): void {
  if (!socket.writable) return void socket.destroy();
  const lines = Object.entries({ ...headers, "content-length": Buffer.byteLength(body), connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${status} Error\r\n${head}\r\n${body}`);
  // Closing at once could reset the connection and lose the answer. A client that never closes is cut off after 2 s.
  setTimeout(() => socket.destroy(), 2000).unref();
}
