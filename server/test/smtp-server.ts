import type { Test } from "@banter/core/test/at-end.ts";
import { aTcpServer } from "./loopback-server.ts";

/** An SMTP server that accepts every e-mail, as far as a sender needs one. */
export async function anSmtpServer(t: Test): Promise<{ url: string; emails: string[] }> {
  const emails: string[] = [];
  const { port } = await aTcpServer(t, (socket) => {
    let received = "";
    let isData = false;
    const reply = (line: string) => socket.write(`${line}\r\n`);
    reply("220 test");
    socket.setEncoding("utf8").on("data", (text) => {
      received += text;
      for (;;) {
        const end = received.indexOf(isData ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const part = received.slice(0, end);
        received = received.slice(end + (isData ? 5 : 2));
        if (isData) {
          emails.push(part);
          isData = false;
          reply("250 accepted");
        } else if (/^DATA/i.test(part)) {
          isData = true;
          reply("354 go on");
        } else reply(/^QUIT/i.test(part) ? "221 bye" : "250 ok");
      }
    });
  });
  return { url: `smtp://127.0.0.1:${port}`, emails };
}

/** An e-mail with its soft line breaks and escaped characters undone. */
export function textOf(email: string): string {
  return email
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
