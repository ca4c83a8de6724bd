import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { ModelForm, ModelProtocol } from "@banter/core/flow/ai/model.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { answerJson, serveStandIn, watchChanges } from "../stand-in-server.ts";
import { anthropicServer } from "./anthropic.ts";
import { geminiServer } from "./gemini.ts";
import { openaiServer } from "./openai.ts";
import { type Lacking, refusalOf } from "./openai-lacks.ts";
import { type AskedModel, event, type ProtocolServer, type Said } from "./protocol-server.ts";

/** A fault of the server. `stall` says a little and then nothing; `cut` closes in the middle, `fail` tells an error. */
export type Fault =
  | { fault: "stall" | "cut" | "fail" | "hang" | "not_the_protocol" | "html" }
  | { fault: "status"; status: number; retryAfter?: number; code?: string; message?: string }
  | { fault: "redirect"; to: string };

/** Words that the test says one after another, in OpenAI's protocol. `isCut` closes behind them. */
export type Spoken = { pieces: AsyncIterable<string>; isCut?: true };

const servers: Record<ModelProtocol, ProtocolServer> = {
  openai: openaiServer,
  anthropic: anthropicServer,
  gemini: geminiServer,
};

export const rightKey = "key-of-the-stand-in";
const usualUsage = { input: 100, output: 20 };

export type ModelServer = Awaited<ReturnType<typeof aModelServer>>;

/**
 * A stand-in for a server of language models. It refuses what the real ones refuse, and otherwise says what `answer`
 * tells, piece by piece. `lacks`: features of OpenAI's protocol that it refuses or ignores.
 */
export async function aModelServer(
  t: Test,
  protocol: ModelProtocol,
  answer: (asked: AskedModel, count: number) => Answer | Promise<Answer> = greet,
  { lacks = [], vectorOf = () => [1, 0] }: { lacks?: Lacking[]; vectorOf?: (text: string) => number[] } = {},
) {
  const server = servers[protocol];
  const seen: AskedModel[] = [];
  const refused: string[] = [];
  const { changed, until } = watchChanges();
  const state = { answer };
  const texts: string[][] = [];
  const vectors: { fault?: Fault | undefined } = {};

  function embed(response: ServerResponse, wanted: string[]): void {
    texts.push(wanted);
    changed();
    if (vectors.fault) fail(response, vectors.fault, server);
    else answerJson(response, 200, server.embeddings?.write(wanted.map(vectorOf), 10 * wanted.length));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (status: number, message: string, code?: string) => {
      refused.push(message);
      answerJson(response, status, server.error(status, message, code));
      changed();
    };
    if (server.key(request.headers) !== rightKey) return refuse(401, "The key is wrong.");
    const body = await json(request);
    if (request.method === "POST" && server.embeddings && request.url === server.embeddings.path("small")) {
      const wanted = server.embeddings.read(body);
      return typeof wanted === "string" ? refuse(400, wanted) : embed(response, wanted);
    }
    if (request.method !== "POST" || request.url !== server.path("small"))
      return refuse(404, "There is no such model.");
    const lacking = refusalOf(body, lacks);
    if (lacking) {
      refused.push(JSON.stringify(lacking.body));
      return answerJson(response, lacking.status, lacking.body);
    }
    const asked = server.read(body, request.headers);
    if (typeof asked === "string") return refuse(400, asked);
    seen.push(asked);
    changed();
    const said = await state.answer(asked, seen.length);
    if ("fault" in said) return fail(response, said, server);
    if ("pieces" in said) return speak(response, said);
    if (server.writeWhole && (asked.isWhole || lacks.includes("streams")))
      return answerJson(response, 200, server.writeWhole({ usage: usualUsage, ...said }));
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const piece of server.write({ usage: usualUsage, ...said }, asked)) {
      response.write(piece);
      await new Promise(setImmediate);
    }
    response.end();
  }

  const origin = await serveStandIn(t, 0, handle);
  const model: ModelForm = {
    ...{ name: "Small", protocol, base_url: `${origin}/v1`, model: "small", key: "model_key", purpose: "chat" },
    ...{ input_price: 1_000_000, output_price: 2_000_000, max_tokens: 200, timeout_seconds: 120 },
  };
  return {
    origin,
    model,
    /** The same server's model for vectors. */
    vectorModel: { ...model, name: "Vectors", purpose: "embeddings" } satisfies ModelForm,
    seen,
    /** The texts of each call for vectors. Each text takes ten tokens. */
    texts,
    /** Fails, or makes vectors again, from now on. */
    failsVectors(fault?: Fault): void {
      vectors.fault = fault;
    },
    /** The words of all refusals. */
    refused,
    until,
    /** Says something else from now on. */
    says(next: typeof answer): void {
      state.answer = next;
    },
  };
}

type Answer = Said | Fault | Spoken;

async function speak(response: ServerResponse, { pieces, isCut }: Spoken): Promise<void> {
  const ending = openaiServer.write({ usage: usualUsage }, noCall);
  response.writeHead(200, { "content-type": "text/event-stream" });
  for await (const text of pieces)
    for (const event of openaiServer.write({ text }, noCall).slice(0, -ending.length)) response.write(event);
  if (isCut) response.destroy();
  else response.end(ending.join(""));
}

/** Says hello: by the only property of the form, by the first tool, or in words. */
function greet({ schema, tools: [tool] }: AskedModel): Said {
  const words = "Hello.";
  if (schema) return { form: Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, words])) };
  return tool ? { tools: [{ name: tool.name, arguments: { words } }] } : { text: words };
}

function fail(response: ServerResponse, fault: Fault, server: ProtocolServer): void {
  switch (fault.fault) {
    case "hang":
      break;
    case "redirect":
      response.writeHead(307, { location: fault.to }).end();
      break;
    case "status": {
      const wait = fault.retryAfter === undefined ? undefined : { "retry-after": String(fault.retryAfter) };
      answerJson(response, fault.status, server.error(fault.status, fault.message ?? "Not now.", fault.code), wait);
      break;
    }
    case "html":
      response.writeHead(502).end("<html>Bad gateway</html>");
      break;
    case "not_the_protocol":
      response.writeHead(200, { "content-type": "text/event-stream" }).end("data: surprise\n\n");
      break;
    case "stall":
    case "fail":
    case "cut": {
      const begun = server.write({ text: "Hello there.", usage: usualUsage }, noCall).slice(0, 3);
      response.writeHead(200, { "content-type": "text/event-stream" }).write(begun.join(""));
      if (fault.fault === "fail") response.end(event(server.errorInStream));
      if (fault.fault === "cut") setTimeout(() => response.destroy(), 20);
    }
  }
}

const noCall: AskedModel = { system: "", messages: [], tools: [], results: [], schema: null };
