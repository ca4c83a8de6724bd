import type { ModelProtocol } from "@banter/core/flow/ai/model.ts";
import { anthropic } from "./anthropic.ts";
import { gemini } from "./gemini.ts";
import { openai } from "./openai.ts";
import type { Protocol } from "./protocol.ts";

/** Every protocol. Adding one is a file here, a line below and a name in `ModelProtocol`. */
export const protocols: Record<ModelProtocol, Protocol> = { openai, anthropic, gemini };
