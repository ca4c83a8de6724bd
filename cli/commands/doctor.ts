import { channels } from "@banter/server/channels/index.ts";
import { examine } from "@banter/server/doctor/doctor.ts";
import { type OwnCommand, say } from "../command.ts";

const doctor: OwnCommand = {
  usage: "doctor [--json]",
  summary: "Checks the whole installation and says what to do about each problem. Exit code 1 if something fails.",
  options: { json: { type: "boolean" } },
  words: [0, 0],

  async runAlone(config, { options }) {
    const findings = await examine(config, channels, say);
    if (options.json) process.stdout.write(`${JSON.stringify({ findings })}\n`);
    else
      for (const { subject, state, text, todo } of findings) {
        process.stdout.write(`${state.padEnd(5)} ${subject}: ${text}\n`);
        if (todo) process.stdout.write(`      ${todo}\n`);
      }
    return findings.some(({ state }) => state === "fail") ? 1 : 0;
  },
};

export const commands = { doctor };
