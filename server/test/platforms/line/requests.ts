import { by, closed, faultsOf, flag, listOf, type Shape, text, whole, word } from "../shape.ts";

// The forms of the calls that we make, by LINE's published description of its API and by the limits in its reference.
// https://github.com/line/line-openapi, https://developers.line.biz/en/reference/messaging-api/

const label = text({ min: 1, max: 20 });
const fetched = text({ max: 2000, pattern: /^https:\/\/\S+$/ });

const action = by("type", {
  postback: closed(
    { type: word("postback"), label, data: text({ min: 1, max: 300 }) },
    { displayText: text({ min: 1, max: 300 }) },
  ),
  uri: closed({ type: word("uri"), label, uri: text({ max: 1000, pattern: /^(https?|line|tel):\S+$/ }) }),
  // Only as a quick reply.
  location: closed({ type: word("location"), label }),
});

const words = closed(
  { type: word("text"), text: text({ min: 1 }) },
  {
    wrap: flag,
    weight: word("regular", "bold"),
    size: word("xs", "sm", "md", "lg", "xl"),
    color: text({ pattern: /^#[0-9a-fA-F]{6}$/ }),
    action,
  },
);
const button = closed(
  { type: word("button"), action },
  { style: word("primary", "secondary", "link"), height: word("sm", "md") },
);
const box = closed(
  {
    type: word("box"),
    layout: word("horizontal", "vertical", "baseline"),
    contents: listOf(by("type", { text: words, button }), { min: 1 }),
  },
  { spacing: word("none", "xs", "sm", "md", "lg", "xl", "xxl") },
);
const picture = closed(
  { type: word("image"), url: fetched },
  {
    size: word("md", "lg", "xl", "full"),
    aspectRatio: text({ pattern: /^[0-9]+:[0-9]+$/ }),
    aspectMode: word("fit", "cover"),
  },
);
const bubble = closed({ type: word("bubble") }, { hero: picture, body: box, footer: box, action });
const carousel = closed({ type: word("carousel"), contents: listOf(bubble, { min: 1, max: 12 }) });

const quickReply = closed({ items: listOf(closed({ type: word("action"), action }), { min: 1, max: 13 }) });
const withReplies = { quickReply };
const media = { originalContentUrl: fetched, previewImageUrl: fetched };

const message = by("type", {
  text: closed(
    { type: word("text"), text: text({ min: 1, max: 5000 }) },
    { ...withReplies, quoteToken: text({ min: 1 }) },
  ),
  image: closed({ type: word("image"), ...media }, withReplies),
  video: closed({ type: word("video"), ...media }, withReplies),
  audio: closed({ type: word("audio"), originalContentUrl: fetched, duration: whole }, withReplies),
  flex: closed(
    { type: word("flex"), altText: text({ min: 1, max: 1500 }), contents: by("type", { bubble, carousel }) },
    withReplies,
  ),
});
const messages = listOf(message, { min: 1, max: 5 });
const user = text({ pattern: /^U[0-9a-f]{32}$/ });

/** The bodies of calls, by method and path. */
export const bodies: Record<string, Shape> = {
  "POST /v2/bot/message/reply": closed({ replyToken: text({ min: 1 }), messages }, { notificationDisabled: flag }),
  "POST /v2/bot/message/push": closed({ to: user, messages }, { notificationDisabled: flag }),
  "POST /v2/bot/chat/loading/start": closed({ chatId: user }, { loadingSeconds: whole }),
  "PUT /v2/bot/channel/webhook/endpoint": closed({
    // A stand-in accepts plain HTTP on this machine.
    endpoint: text({ max: 500, pattern: /^(https:\/\/|http:\/\/127\.0\.0\.1)\S+$/ }),
  }),
  "POST /v2/oauth/verify": closed({ access_token: text({ min: 1 }) }),
  "POST /oauth2/v3/token": closed({
    grant_type: word("client_credentials"),
    client_id: text({ min: 1 }),
    client_secret: text({ min: 1 }),
  }),
};

/** Calls without a body. `:id` stands for any id. */
export const readings = [
  "GET /v2/bot/info",
  "GET /v2/bot/channel/webhook/endpoint",
  "GET /oauth2/v2.1/verify",
  "GET /v2/bot/message/quota",
  "GET /v2/bot/message/quota/consumption",
  "GET /v2/bot/profile/:id",
  "GET /v2/bot/message/:id/content",
];

const maxBubbleBytes = 30 * 1024;
const maxCarouselBytes = 50 * 1024;

/** Faults of a body, as details of LINE's error. Undefined routes have no form. */
export function faultsIn(route: string, body: unknown): string[] {
  const shape = bodies[route];
  const { loadingSeconds = 5 } = Object(body);
  return [
    ...(shape ? faultsOf(shape, body) : []),
    ...faultsOfFlex(body),
    ...(loadingSeconds % 5 === 0 && loadingSeconds >= 5 && loadingSeconds <= 60 ? [] : ["loadingSeconds is wrong"]),
  ];
}

function faultsOfFlex(body: unknown): string[] {
  const sent: unknown[] = Object(body).messages ?? [];
  return sent.flatMap((each) => {
    const { contents } = Object(each);
    const { type, body: words, footer, hero } = Object(contents);
    const bytes = Buffer.byteLength(JSON.stringify(contents ?? ""));
    const isEmpty = type === "bubble" && !words && !footer && !hero;
    return [
      ...(isEmpty ? ["contents has no block"] : []),
      ...(bytes > (type === "carousel" ? maxCarouselBytes : maxBubbleBytes) ? ["contents is too large"] : []),
    ];
  });
}
