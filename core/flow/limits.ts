/** Limits that keep any flow from running forever or growing without bound. */
export const limits = {
  stepsPerTurn: 100,
  /** Messages to the customer and to the team. */
  messagesPerTurn: 100,
  /** About 50 ms of processor time; see `work.ts`. */
  workPerTurn: 5_000_000,
  /** Timers and answers in a row, without input from the customer or the page's programs. */
  turnsWithoutInput: 500,
  /** Flows that wait for another flow to return. */
  nestedFlows: 25,
  /** Sequences started in a row without such input. */
  sequencesWithoutInput: 5,
  /** Sequences at the same time. */
  sequences: 25,
  /** Characters of a text, a field or a header, once filled in. */
  textLength: 10_000,
  /** Characters of a request's body, whose template may have 20,000. */
  bodyLength: 100_000,
  /** Characters of a reply that is compared with the choices. */
  choiceLength: 500,
  /** Splits whose branch is kept per customer. */
  splits: 200,
  /** Comments of a customer that are known to be answered. */
  answeredComments: 100,
  /** Fields of a customer that the page does not have. */
  fields: 1000,
  /** Rules of the page whose last time is kept per customer. */
  rules: 200,
  /** Rules that set each other off in one turn. */
  chainedRules: 5,
  /** Characters of the variables stored with a message for its buttons. */
  keptVariables: 16_384,
} as const;
