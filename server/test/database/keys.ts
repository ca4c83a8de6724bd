import { keyRing } from "../../encryption/sealer.ts";
import { parseSecretKey } from "../../encryption/secret-key.ts";

/** The key of all test databases, so that every connection and server process of a test can open its secrets. */
export const testSecretKey = "q83vEjRWeJoBI0VniavN7/7cuph2VDIQD+HSw7Slloc=";

/** A sealer with that key. */
export const testKeys = () => keyRing([parseSecretKey(testSecretKey, "The key of tests")]);
