/** The nodes behind one port, as one of them sees them. */
export type Siblings = {
  /** This node's own number, from 1. */
  number: number;
  /** Sets how this node answers when another one collects the metrics of all. */
  answerMetrics(read: () => Promise<string>): void;
  /** The metrics of all nodes, including this one. */
  collectMetrics(): Promise<string>;
};
