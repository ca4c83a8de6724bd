import { createTransport } from "nodemailer";

export type Email = { to: string; subject: string; text: string };

/** Sends one e-mail by SMTP. The operator has chosen the server, so it may be a private one. */
export async function sendEmail({ url, from }: { url: string; from: string }, email: Email): Promise<void> {
  const transport = createTransport(url, { from });
  // The library's own time-outs are minutes long.
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  Object.assign(transport.options, limits);
  try {
    await transport.sendMail(email);
  } finally {
    transport.close();
  }
}
