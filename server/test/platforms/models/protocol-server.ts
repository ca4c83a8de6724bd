import type { IncomingMessage } from "node:http";

/** A call as all protocols can tell it. */
export type AskedModel = {
  system: string;
  messages: { role: string; text: string }[];
  tools: { name: string; description: string }[];
  /** The names of tools that were used, and what came of it. */
  results: { name: string; result: string }[];
  /** The form of the answer, if one is asked for. */
  schema: Record<string, unknown> | null;
  /** It wants the answer in one piece. */
  isWhole?: boolean;
};

/** `nested`: JSON that is too deep to be written again. */
type Arguments = Record<string, unknown> | "not json" | "nested";

/** The words of the model. `form` is an answer in the form that was asked for. */
export type Said = {
  text?: string;
  form?: Record<string, unknown>;
  tools?: { name: string; arguments: Arguments }[];
  usage?: { input: number; output: number };
  stop?: "length" | "declined";
};

/** A protocol's server: what it refuses, and how it says something. */
export type ProtocolServer = {
  key: (headers: IncomingMessage["headers"]) => string | undefined;
  /** The path of the call below the base address, for a model. */
  path: (model: string) => string;
  /** The call, or the words of the refusal. */
  read: (body: unknown, headers: IncomingMessage["headers"]) => AskedModel | string;
  /** The events of an answer, in pieces. */
  write: (said: Said, asked: AskedModel) => string[];
  /** The answer in one piece, if the protocol has it. */
  writeWhole?: (said: Said) => unknown;
  /** Calls for vectors, if the protocol has them. */
  embeddings?: {
    path: (model: string) => string;
    /** The texts, or the words of the refusal. */
    read: (body: unknown) => string[] | string;
    write: (vectors: number[][], tokens: number) => unknown;
  };
  /** An event that ends a stream before the answer is whole. */
  errorInStream: unknown;
  error: (status: number, message: string, code?: string) => unknown;
};

/** An event of a stream. */
export const event = (data: unknown, name?: string) =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

/** A text in pieces, as models say it. */
export const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,5}/g) ?? [];

/** The arguments as the model writes them. */
export function written(given: Arguments): string {
  if (given === "not json") return '{"value": ';
  return given === "nested" ? `{"value":${"[".repeat(depth)}${"]".repeat(depth)}}` : JSON.stringify(given);
}

const depth = 20_000;
