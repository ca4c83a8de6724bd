import { createTransport } from "nodemailer";

export type Email = { to: string; subject: string; text: string };

/** Sends e-mails in the background: nobody waits for the mail server. */
export type Emails = {
  send(email: Email): void;
  /** Resolves when everything given so far is sent or has failed. */
  settle(): Promise<void>;
};

/** Undefined if the server sends no e-mail. */
export function openEmails(
  mail: { url: string; from: string } | undefined,
  onError: (error: unknown) => void,
): Emails | undefined {
  if (!mail) return undefined;
  const sending = new Set<Promise<void>>();
  return {
    send(email) {
      const sent = sendEmail(mail, email)
        .catch(onError)
        .finally(() => sending.delete(sent));
      sending.add(sent);
    },
    settle: async () => void (await Promise.all(sending)),
  };
}

/** Sends one e-mail by SMTP. The operator has chosen the server, so it may be a private one. */
export async function sendEmail({ url, from }: { url: string; from: string }, email: Email): Promise<void> {
  await withTransport({ url, from }, (transport) => transport.sendMail(email));
}

/** Connects and logs in without sending anything. Throws if the server refuses. */
export async function checkMailServer(server: { url: string; from: string }): Promise<void> {
  await withTransport(server, (transport) => transport.verify());
}

async function withTransport(
  { url, from }: { url: string; from: string },
  use: (transport: ReturnType<typeof createTransport>) => Promise<unknown>,
): Promise<void> {
  const transport = createTransport(url, { from });
  // The library's own time-outs are minutes long.
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  Object.assign(transport.options, limits);
  try {
    await use(transport);
  } finally {
    transport.close();
  }
}
