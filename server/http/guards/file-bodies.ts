import { AppError, invalidFields } from "@banter/core/model/error.ts";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { fileNameOf } from "../../domain/media/file-name.ts";
import type { Upload } from "../../domain/media/receive.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body is a file: it may take long, and the handler reads it. */
    takesFile?: true;
  }
}

/** The longest time that an upload may take: 50 MB over a slow mobile connection. */
export const maxUploadMs = 10 * 60_000;

/** Mounts a route whose body is left to the handler, in a scope of its own without parsers. */
export function mountFileRoute(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.route({ ...route, config: { ...route.config, takesFile: true } });
  });
}

/**
 * A raw body needs no multipart parser, and its length is known before it arrives. The name is in `x-file-name`. With
 * `onlyType`, a body that declares another type is refused.
 */
export function readUpload({ raw, headers }: FastifyRequest, onlyType?: string): Upload {
  const declared = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (onlyType !== undefined && declared !== undefined && declared !== onlyType) {
    throw new AppError("unsupported_media_type", `The body must be ${onlyType}.`);
  }
  const [given] = [headers["x-file-name"] ?? ""].flat();
  const name = fileNameOf(decoded(given ?? ""));
  if (name === undefined) {
    throw invalidFields([{ path: "/x-file-name", message: "must be the file's name, percent-encoded" }]);
  }
  const length = Number(headers["content-length"] ?? Number.NaN);
  return { name, declaredType: headers["content-type"], length: Number.isNaN(length) ? undefined : length, body: raw };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
