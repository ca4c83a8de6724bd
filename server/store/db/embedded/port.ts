import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

export async function findFreePort(): Promise<number> {
  return listenOnce(0);
}

export function isFreePort(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

async function listenOnce(port: number): Promise<number> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: given } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return given;
}
