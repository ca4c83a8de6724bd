/** What keeps a flow, whatever it says, from going on for ever or growing without bound. */
export const limits = {
  stepsPerTurn: 100,
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
  /** Characters of the variables that a message keeps for its buttons. */
  keptVariables: 16_384,
} as const;
