import { fillAroundSecrets } from "@banter/core/flow/render/secret-text.ts";
import { escapes, fillTemplate } from "@banter/core/flow/render/template.ts";
import type { RequestAnswer } from "@banter/core/flow/request-answer.ts";
import type { Landing } from "@banter/core/model/form.ts";
import type { Deps } from "../../deps.ts";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import { fillSecrets } from "./fill-secrets.ts";

type TriedRequest = {
  step: { method: string; url: string; headers: { name: string; value: string }[]; body?: string | undefined };
  /** The values of variables, of a customer whom the author makes up. */
  values: Record<string, string>;
};

/**
 * Makes the call of a request step now, as a run would make it. Secrets are filled in here; an answer that repeats one
 * has it masked.
 */
export async function tryRequest(
  { db, config }: Pick<Deps, "db"> & { config: Pick<Deps["config"], "allowPrivateHosts"> },
  pageId: string,
  { step, values }: TriedRequest,
): Promise<RequestAnswer> {
  const fill = fillerOf(values);
  const around = (template: string, landing: Landing) => fillAroundSecrets(template, (text) => fill(text, landing));
  const filled = await fillSecrets(db, pageId, {
    method: step.method,
    url: around(step.url, "address"),
    headers: step.headers.map(({ name, value }) => [name, around(value, "header")]),
    ...(step.body !== undefined && { body: around(step.body, "body") }),
  });
  if (typeof filled === "string") return { ok: false, reason: filled };
  const { request, mayGetSecrets, mask } = filled;
  const answer = await guardedRequest(request, { allow: config.allowPrivateHosts, mayGetBody: mayGetSecrets });
  return answer.ok ? { ...answer, body: mask(answer.body) } : answer;
}

/** Unknown variables are empty, as in a run. */
function fillerOf(values: Record<string, string>): (template: string, landing: Landing) => string {
  const given = new Map(Object.entries(values));
  const none = new Map<string, string>();
  return (template, landing) =>
    fillTemplate(template, {
      ...{ payload: given, customer: none, page: none, builtIns: none },
      choose: () => 0,
      escape: escapes[landing],
    }).text;
}
