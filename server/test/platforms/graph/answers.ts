import { meter } from "../meter.ts";
import { echoOf, newMid } from "./person.ts";
import { type Kind, profileRemoval, profileRequest, type SendRequest, sendRequest, subscribable } from "./requests.ts";
import type { Call, Graph, GraphFault, Item } from "./stand-in.ts";
import { tokensOf } from "./tokens.ts";

type Decided = { fault: GraphFault } | { take: () => Item };

const dayMs = 86_400_000;

/** Decides how Meta would answer a call: with an error, or with an action and its result. */
export function answerTo(graph: Graph): (call: Call, authorization: string | undefined) => Decided {
  const { kind } = graph;
  const [sending, profile, removal] = [sendRequest(kind), profileRequest(kind), profileRemoval(kind)];
  const tokens = tokensOf(graph);
  // Instagram documents two limits; this is the lower one.
  const perSecond = kind === "messenger" ? 300 : 100;
  const bucket = meter(perSecond, perSecond);
  const media = meter(10, 10);
  const profileCalls: number[] = [];

  return (call, authorization) => {
    if (call.path === "/refresh_access_token") return tokens.renew(call);
    const [, version, node = "", edge] = call.path.split("/");
    if (!/^v[0-9]+\.[0-9]+$/.test(version ?? "")) return fault(2500, "Unknown path components");
    // Facebook reads the token in the query, Instagram in a header.
    const token = kind === "instagram_login" ? authorization?.replace(/^Bearer /, "") : call.query.access_token;
    const wrong = tokens.faultOf(token);
    if (wrong) return { fault: wrong };
    const route = `${call.method} ${edge ?? ""}`;
    if (edge === undefined && call.method === "GET") return node === "me" ? self(call.query) : person(node, call.query);
    if (node !== "me" && node !== graph.accountId) return fault(100, "Unsupported post request.", 33);
    if (route === "POST messages") return send(call.body);
    if (route === "POST subscribed_apps") return subscribe(call.query);
    if (edge === "messenger_profile") return changeProfile(call);
    return fault(2500, "Unknown path components");
  };

  /** The owner of the token: a page with its Instagram account, or an Instagram account alone. */
  function self({ fields = "" }: Record<string, string>): Decided {
    const id = graph.accountId;
    const known: Record<Kind, Item> = {
      messenger: { id },
      instagram: { id: "104000000000009", instagram_business_account: { id } },
      instagram_login: { id: "9007199254740993", user_id: id },
    };
    return { take: () => pick(known[kind], fields) };
  }

  function send(body: Item): Decided {
    const parsed = sending.safeParse(body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const subcode = issue?.code === "custom" ? (issue.params?.subcode as number | undefined) : undefined;
      return fault(100, `${issue?.path.join(".")}: ${issue?.message}`, subcode);
    }
    const wrong = faultOfSend(parsed.data);
    if (wrong) return { fault: wrong };
    return { take: () => take(parsed.data) };
  }

  function faultOfSend({ recipient: { id }, messaging_type, tag, message }: SendRequest): GraphFault | undefined {
    const isMessenger = kind === "messenger";
    const person = graph.people.get(id);
    if (!person) return { code: 100, subcode: isMessenger ? 2018001 : 2534014, message: "No matching user found" };
    if (person.hasBlocked) return { code: 551, subcode: 1545041, message: "This person isn't available right now." };
    if (!message) return undefined;
    if (tag !== undefined && tag !== "HUMAN_AGENT") return { code: 100, message: "Invalid tag" };
    const url = String((message.attachment?.payload as Item | undefined)?.url ?? "");
    if (graph.unfetchable.has(url))
      return { code: 100, subcode: 2018008, message: "Failed to fetch the file from the url" };
    if (messaging_type === "UTILITY") {
      const { template } = message as { template?: { name: string } };
      if (!template) return { code: 100, message: "A utility message needs a template" };
      if (!graph.templates.has(template.name)) return { code: 100, message: "No such template" };
    } else if (graph.now() - (person.wroteAt ?? 0) > (tag ? 7 : 1) * dayMs) {
      return {
        code: 10,
        subcode: isMessenger ? 2018278 : 2534022,
        message: "This message is sent outside of allowed window.",
      };
    }
    const isMedia = ["audio", "video"].includes(String(message.attachment?.type));
    return bucket() && (!isMedia || media())
      ? undefined
      : { code: 613, message: "Calls to this api have exceeded the rate limit." };
  }

  function take(request: SendRequest): Item {
    const { recipient, message } = request;
    if (!message) return { recipient_id: recipient.id };
    const mid = newMid();
    graph.sent.push({ mid, request });
    graph.takenAt.push(performance.now());
    if (graph.echoes && graph.webhookUrl !== "") {
      const echo = echoOf(graph, recipient.id, { mid, message, appId: graph.appId });
      setImmediate(() => graph.post(echo).catch(() => undefined));
    }
    return { recipient_id: recipient.id, message_id: mid };
  }

  function subscribe(query: Record<string, string>): Decided {
    const fields = (query.subscribed_fields ?? "").split(",");
    const unknown = fields.find((field) => !subscribable[kind].includes(field));
    if (unknown !== undefined) return fault(100, `Param subscribed_fields[0] must be one of {…}: ${unknown}`);
    return {
      take() {
        graph.subscribed = fields;
        return { success: true };
      },
    };
  }

  function changeProfile({ method, query, body }: Call): Decided {
    while (profileCalls[0] !== undefined && profileCalls[0] < graph.now() - 600_000) profileCalls.shift();
    if (profileCalls.push(graph.now()) > 10) return fault(613, "Calls to this api have exceeded the rate limit.");
    if (kind !== "messenger" && query.platform !== "instagram") return fault(100, "platform must be instagram");
    const schema = method === "POST" ? profile : removal;
    const parsed = schema.safeParse(body);
    if (!parsed.success) return fault(100, parsed.error.issues[0]?.message ?? "");
    const { platform: _, ...given } = body;
    const next = method === "POST" ? { ...graph.profile, ...given } : without(graph.profile, given.fields as string[]);
    if (kind === "messenger" && next.persistent_menu && !next.get_started)
      return fault(100, "You must set a Get Started button");
    return {
      take() {
        graph.profile = next;
        return { result: "success" };
      },
    };
  }

  function person(id: string, { fields = "" }: Record<string, string>): Decided {
    const known = graph.people.get(id);
    if (!known) return fault(100, "Unsupported get request.", 33);
    return { take: () => pick(known.facts ?? {}, fields) };
  }
}

const fault = (code: number, message: string, subcode?: number): { fault: GraphFault } => ({
  fault: { code, message, ...(subcode !== undefined && { subcode }) },
});

const pick = (facts: Item, fields: string) =>
  Object.fromEntries(fields.split(",").flatMap((name) => (name in facts ? [[name, facts[name]]] : [])));

const without = (profile: Item, fields: string[]) =>
  Object.fromEntries(Object.entries(profile).filter(([name]) => !fields.includes(name)));
