import type { WordsSoFar } from "../../domain/ai/words-so-far.ts";
import { type Signal, thinkingSeconds } from "../../live/hub.ts";
import type { CustomerState } from "../customers/customer-state.ts";
import type { OwnedPage } from "../pages/page.ts";

/** The call of a model that a customer waits for. */
type AskedCall = { pageId: string; psid: string; id: number; runId: number; turn: number };

type ThinkingCall = AskedCall & {
  words: WordsSoFar;
  /** The words that streams show. */
  shown: string;
  /** The customer has written more, so that the answer is dropped. */
  isOutdated: boolean;
  signedAt: number;
};

type Parts = {
  signal: (signals: Signal[]) => void;
  /** Undefined if another node runs the page. */
  findPage: (pageId: string) => Pick<OwnedPage, "setup" | "outgoing"> | undefined;
};

/**
 * How often streams get new words: often enough to be read along. Each time, all calls of the node share notifications,
 * which PostgreSQL takes one after another.
 */
const everyMs = 500;

/**
 * Shows customers that a model answers them: renews the sign of typing, and in web chat the words so far. Best effort,
 * and stored nowhere: the answer itself comes with its turn. There is no timer while no model is asked.
 */
export function thinkingSigns(parts: Parts) {
  const calls = new Map<string, Set<ThinkingCall>>();
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    const now = performance.now();
    const signals = [...calls.values()].flatMap((ofPage) => [...ofPage].flatMap((call) => signsOf(parts, call, now)));
    if (signals.length > 0) parts.signal(signals);
  }
  function start(call: ThinkingCall): void {
    calls.set(call.pageId, (calls.get(call.pageId) ?? new Set()).add(call));
    timer ??= setInterval(tick, everyMs).unref();
  }
  function end(call: ThinkingCall): void {
    const ofPage = calls.get(call.pageId);
    ofPage?.delete(call);
    if (ofPage?.size === 0) calls.delete(call.pageId);
    if (calls.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    /** The model is asked. Its words are shown once `watch` has them, until `ended`. */
    asked(asked: AskedCall) {
      const call = { ...asked, words: () => "", shown: "", isOutdated: false, signedAt: performance.now() };
      start(call);
      return {
        watch: (words: WordsSoFar): void => {
          call.words = words;
        },
        /** Words of an answer stay until its message replaces them. */
        ended(isAnswered: boolean): void {
          end(call);
          if (!isAnswered) takeBack(parts, [call]);
        },
      };
    },
    isEmpty: () => calls.size === 0,
    /** Turns of these customers were stored: some may not wait for their answer any more. */
    wentOn(pageId: string, customers: ReadonlyMap<string, Pick<CustomerState, "state">>): void {
      const changed = [...(calls.get(pageId) ?? [])].filter((call) => {
        const after = customers.get(call.psid);
        if (!after || isAwaited(call, after)) return false;
        if (!isAsked(call, after)) end(call);
        call.isOutdated = true;
        return true;
      });
      takeBack(parts, changed);
    },
    /** The customer is erased. */
    forget({ pageId, psid }: { pageId: string; psid: string }): void {
      const gone = [...(calls.get(pageId) ?? [])].filter((call) => call.psid === psid);
      for (const call of gone) end(call);
      takeBack(parts, gone);
    },
  };
}

export type ThinkingSigns = ReturnType<typeof thinkingSigns>;

function takeBack({ signal }: Parts, taken: ThinkingCall[]): void {
  const signals = taken.filter(({ shown }) => shown !== "").map((call) => withWords(call, ""));
  if (signals.length > 0) signal(signals);
}

/** A person who takes over ends the step, as does anything else that the run goes on with. */
function isAsked({ runId, turn }: AskedCall, { state }: Pick<CustomerState, "state">): boolean {
  const run = [state.main, ...state.sequences].find((each) => each?.id === runId);
  return state.paused === null && run?.wait.type === "request" && run.wait.turn === turn;
}

function isAwaited(call: AskedCall, after: Pick<CustomerState, "state">): boolean {
  const { main, sequences } = after.state;
  const run = [main, ...sequences].find((each) => each?.id === call.runId);
  return isAsked(call, after) && run?.ai?.behind === undefined;
}

function signsOf({ findPage }: Parts, call: ThinkingCall, now: number): Signal[] {
  const page = findPage(call.pageId);
  const channel = page?.setup.current()?.channel;
  if (!page || !channel) return [];
  const seconds = channel.outbound ? channel.outbound.typing?.seconds : thinkingSeconds;
  const isDue = seconds !== undefined && now - call.signedAt >= (seconds - 1) * 1000;
  if (isDue) call.signedAt = now;
  if (channel.outbound) {
    if (isDue) page.outgoing.showTyping([call.psid]);
    return [];
  }
  const text = call.isOutdated ? "" : call.words();
  const isNew = text !== call.shown;
  call.shown = text;
  if (!isDue) return isNew ? [withWords(call, text)] : [];
  const { pageId, psid } = call;
  const signal = isNew || text !== "" ? withWords(call, text) : { pageId, psid };
  return [{ ...signal, typingSeconds: thinkingSeconds }];
}

const withWords = ({ pageId, psid, id }: AskedCall, text: string): Signal => ({
  ...{ pageId, psid },
  writing: { id, text },
});
