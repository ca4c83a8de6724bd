import { shiftClock } from "@banter/core/test/shift-clock.ts";

// Loaded before a server: makes the clock of its process wrong. `CLOCK_SHIFT_MS` is how far it is ahead;
// `CLOCK_STEP_SECONDS=10` sets it back by an hour every ten seconds.
const { CLOCK_SHIFT_MS = "0", CLOCK_STEP_SECONDS } = process.env;
const hourMs = 3_600_000;
const steps = () => (CLOCK_STEP_SECONDS ? Math.floor(performance.now() / 1000 / Number(CLOCK_STEP_SECONDS)) : 0);

shiftClock(() => Number(CLOCK_SHIFT_MS) - steps() * hourMs);
