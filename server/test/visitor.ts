/** A visitor of a web chat page, over HTTP like any client. With the token of an earlier visit they are the same. */
export async function aVisitor(
  baseUrl: string,
  pageId: string,
  body: Record<string, unknown> = {},
  knownToken?: string,
) {
  const root = `${baseUrl}/api/webchat/v1/pages/${pageId}`;
  const visited = await fetch(`${root}/visits`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(knownToken && { authorization: `Bearer ${knownToken}` }) },
    body: JSON.stringify(body),
  });
  if (!visited.ok) throw new Error(`Visit refused: ${visited.status} ${await visited.text()}`);
  const { psid, visitor_token: token } = (await visited.json()) as { psid: string; visitor_token: string };
  const authorization = `Bearer ${token}`;

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${root}${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  return {
    psid,
    token,
    post,
    say: (text: string, key?: string) =>
      post("/messages", { text }, key === undefined ? {} : { "idempotency-key": key }),
    press: (payload: string) => post("/messages", { payload }),
    /** Reads the event stream until `isEnough` returns true. */
    async hear(isEnough: (messages: ChatMessage[]) => boolean, after = 0): Promise<ChatMessage[]> {
      const abort = new AbortController();
      const response = await fetch(`${root}/events?after=${after}`, {
        headers: { authorization },
        // A refused message is never answered: the test must fail rather than wait for ever.
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(300_000)]),
      });
      if (!response.ok || !response.body) throw new Error(`Stream refused: ${response.status}`);
      const messages: ChatMessage[] = [];
      let text = "";
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) {
          const data = /^event: message\ndata: (.*)$/m.exec(block)?.[1];
          if (data) messages.push(JSON.parse(data));
        }
        if (isEnough(messages)) break;
      }
      abort.abort();
      return messages;
    },
  };
}

export type ChatMessage = {
  id: number;
  from: "visitor" | "page";
  type: string;
  text?: string;
  key?: string;
  url?: string;
  buttons?: { type: string; title: string; payload?: string; url?: string }[];
  quick_replies?: { type: string; title?: string; payload?: string }[];
  elements?: {
    title: string;
    action_url?: string;
    buttons?: { type: string; title: string; payload?: string; url?: string }[];
  }[];
};
