import { type Probe, probe } from "../outbound/probe.ts";
import { judgeClock } from "./database.ts";
import { type Diagnosis, fail, ok, reasonOf, warn } from "./finding.ts";

const day = 86_400_000;

/** Asks the public address of the server as a customer would, through DNS, proxy and certificate. */
export async function checkBaseUrl(baseUrl: string): Promise<Diagnosis[]> {
  let answer: Probe;
  try {
    answer = await probe(`${baseUrl}/readyz`);
  } catch (error) {
    return [
      fail(
        "address",
        `${baseUrl} cannot be reached from here: ${reasonOf(error)}`,
        "Check DNS, firewall, certificate and proxy, and that the server runs.",
      ),
    ];
  }
  return [...judgeStatus(baseUrl, answer), ...judgeCertificate(answer), ...judgeDate(baseUrl, answer)];
}

function judgeStatus(baseUrl: string, { status }: Probe): Diagnosis[] {
  if (status === 200) return [ok("address", `${baseUrl} answers and is ready`)];
  const text = `${baseUrl}/readyz answers with ${status}.`;
  if (status === 503) return [fail("address", text, "Read the body of that answer and the server's log.")];
  return [fail("address", text, "The proxy does not pass requests to Banter, or another program answers.")];
}

function judgeCertificate({ certificateEnds }: Probe): Diagnosis[] {
  if (certificateEnds === undefined) return [];
  const days = Math.floor((certificateEnds.getTime() - Date.now()) / day);
  const text = `The certificate ends in ${days} days`;
  return days < 14
    ? [warn("certificate", `${text}.`, "Renew it; check why it was not renewed.")]
    : [ok("certificate", text)];
}

function judgeDate(url: string, { date }: Probe): Diagnosis[] {
  // The header has whole seconds.
  return date === undefined ? [] : judgeClock(`${new URL(url).host}'s`, date.getTime() + 500 - Date.now());
}

/** Compares our clock with that of a platform. A platform that cannot be reached is reported with its pages. */
export async function checkPlatformClock(origin: string): Promise<Diagnosis[]> {
  const answer = await probe(origin).catch(() => undefined);
  return answer ? judgeDate(origin, answer) : [];
}
