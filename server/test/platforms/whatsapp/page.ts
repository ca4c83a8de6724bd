import { connect } from "../../../channels/whatsapp/account/index.ts";
import { Settings } from "../../../channels/whatsapp/settings.ts";
import { SendError } from "../../../outbound/send-error.ts";
import type { Customer, Platform } from "../scenario.ts";
import type { Person, SentRequest, Whatsapp } from "./stand-in.ts";

/** The settings that connect a page with the stand-in's number. */
export function settingsFor({ origin, number, businessAccountId, accessToken, appSecret }: Whatsapp): Settings {
  return Settings.parse({
    phoneNumberId: number.id,
    businessAccountId,
    phoneNumber: `+${number.display}`,
    accessToken,
    appSecret,
    verifyToken: "a word of the owner's",
    baseUrl: origin,
  });
}

/** The SendError of a call that must fail. */
export async function sendErrorOf(sending: Promise<unknown>): Promise<SendError> {
  const error = await sending.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof SendError) return error;
  throw new Error("It was not refused.", { cause: error });
}

/** The stand-in as a platform of the shared scenarios. */
export function platformOf(whatsapp: Whatsapp): Platform {
  const settings = settingsFor(whatsapp);
  const pageId = `waba_${whatsapp.number.id}`;
  return {
    pageId,
    settings,
    connect: (baseUrl) => connect(settings, `${baseUrl}/webhooks/${pageId}`),
    customer(number) {
      const phone = String(84_901_000_000 + number);
      return customerOf(whatsapp, whatsapp.person({ phone, name: `Lan ${number}` }), phone);
    },
    failNext(trouble) {
      whatsapp.trouble = () => {
        whatsapp.trouble = () => undefined;
        return trouble === "throttle" ? { refuse: { code: 130429, retryAfter: 1 } } : { reset: true };
      };
    },
    written: whatsapp.written,
    until: whatsapp.until,
    takenAt: whatsapp.takenAt,
    countRefused: () => whatsapp.refused.length,
    countTyping: () => whatsapp.typed.filter((each) => each.typing_indicator).length,
  };
}

function customerOf(whatsapp: Whatsapp, person: Person, id: string): Customer {
  const received = () => whatsapp.sent.filter(({ request }) => [request.to, request.recipient].includes(id));
  return {
    psid: `wa_${id}`,
    say: person.says,
    press(title) {
      const sent = received().findLast((each) => JSON.stringify(each.request).includes(JSON.stringify(title)));
      return sent ? person.presses(sent, title) : Promise.reject(new Error(`There is no ${title} to press.`));
    },
    follow: person.follows,
    react: (emoji) => person.sends({ type: "reaction", reaction: { message_id: received().at(-1)?.id, emoji } }),
    sendPlace: () => person.sends({ type: "location", location: { latitude: 10.7769, longitude: 106.7009 } }),
    async sayInDisorder(...texts) {
      const at = Math.floor(whatsapp.now() / 1000);
      const [first, ...others] = texts.map((body, index) => ({
        id: `wamid.in ${index}`,
        timestamp: String(at + index),
        type: "text",
        text: { body },
      }));
      if (!first) return;
      // One webhook has all but the first message, in reverse. Then all come again, one by one and together.
      const turned = others.toReversed();
      await whatsapp.post(person.webhook(...turned), person.webhook(first));
      const again = [[first, ...others], ...turned.map((each) => [each]), [first], [...turned, first]];
      await Promise.all(again.map((messages) => whatsapp.post(person.webhook(...messages))));
    },
    heard: () => received().map(({ request }) => wordsOf(request)),
    quoted: () => received().map(({ request }) => whatsapp.written.textOf(request.context?.message_id)),
  };
}

/** The text of a message, the text above buttons, or the name of a template. */
export function wordsOf(request: SentRequest["request"]): string {
  const { text, interactive, template } = request as unknown as {
    text?: { body: string };
    interactive?: { body: { text: string } };
    template?: { name: string };
  };
  return text?.body ?? interactive?.body.text ?? template?.name ?? "";
}
