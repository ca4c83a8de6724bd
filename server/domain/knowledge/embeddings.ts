/** A model that turns texts into vectors. `model` names it: vectors of two models cannot be compared. */
export type Embeddings = { model: string; embed: (texts: string[]) => Promise<number[][]> };

/** Names vectors of a model that only a part of the passages has. */
export const inPart = (model: string) => `${model} (in part)`;

/** True if every passage of the source has a vector of one model. */
export const hasVectors = ({ embeddedWith }: { embeddedWith: string | null }) =>
  embeddedWith !== null && !embeddedWith.endsWith(inPart(""));

/**
 * A vector as a byte for each number: a quarter of the memory, and the order of the best hardly changes. Its length does
 * not matter, because only directions are compared.
 */
export function packVector(vector: readonly number[]): Buffer {
  const largest = Math.max(1e-12, ...vector.map(Math.abs));
  return Buffer.from(Int8Array.from(vector, (value) => Math.round((value / largest) * 127)).buffer);
}
