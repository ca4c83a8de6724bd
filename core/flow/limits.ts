/** What keeps a flow, whatever it says, from going on for ever or growing without bound. */
export const limits = {
  stepsPerTurn: 100,
  /** Messages to the customer and to the team. */
  messagesPerTurn: 100,
  /** About 50 ms of a machine; see `work.ts`. */
  workPerTurn: 5_000_000,
  /** Timers and answers in a row, without the customer or the page's own programs having spoken. */
  turnsWithoutInput: 500,
  /** Flows that wait for another one to return. */
  nestedFlows: 25,
  /** Sequences started in a row, counted as the turns are. */
  sequencesWithoutInput: 5,
  /** Sequences at the same time. */
  sequences: 25,
  /** Characters of a text, a field, a header, once filled in. */
  textLength: 10_000,
  /** Characters of a request's body: its template alone may have 20,000. */
  bodyLength: 100_000,
  /** Characters of an answer that may be one of the choices. */
  choiceLength: 500,
  /** Splits whose branch a customer keeps. */
  splits: 200,
  /** Fields of a customer, where the page has none of that name. */
  fields: 1000,
  /** Characters of the variables that a message keeps for its buttons. */
  keptVariables: 16_384,
} as const;
