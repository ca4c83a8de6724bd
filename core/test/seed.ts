import fc from "fast-check";

// `npm test` loads this before every test file: what it draws is the same each time, and `SEED=` draws anew.
fc.configureGlobal({ seed: Number(process.env.SEED) });
