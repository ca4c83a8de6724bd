import type { RefObject } from "preact";
import { useMemo } from "preact/hooks";
import { hasWritten, newestReceipt, openQuickReplies } from "../conversation.ts";
import type { ChatState } from "../session.ts";
import { IceBreakers } from "./ice-breakers.tsx";
import { Icon } from "./icon.tsx";
import { Intro } from "./intro.tsx";
import { MessageRow } from "./message-row.tsx";
import { QuickReplies } from "./quick-replies.tsx";
import { rowsOf } from "./rows.ts";
import { useScreen } from "./screen.ts";
import { Typing } from "./typing.tsx";
import { useScroll } from "./use-scroll.ts";
import { useSeen } from "./use-seen.ts";

/** The whole conversation. Screen readers announce only messages that arrive after it was loaded. */
export function Log({ state, box }: { state: ChatState; box: RefObject<HTMLElement | null> }) {
  const { words, clock } = useScreen();
  const { phase, messages, outbox, profile, isTyping, writing, isLooking, readThrough } = state;
  const { content, hasNew, toBottom } = useScroll(box, messages, outbox);
  useSeen(box, messages, isLooking);

  const receipt = newestReceipt(state, readThrough);
  const rows = useMemo(
    () =>
      rowsOf({ messages, outbox }).map((row) =>
        row.kind === "message" ? (
          <MessageRow key={row.key} row={row} receipt={row.key === receipt?.key ? receipt : undefined} />
        ) : (
          <p key={row.key} class="day">
            {clock.day(row.at)}
          </p>
        ),
      ),
    [messages, outbox, profile, receipt?.isSeen],
  );

  const replies = openQuickReplies(state);
  const hasMessages = messages.length > 0;
  const questions = phase === "ready" && !hasWritten(state) && replies.length === 0 ? profile.iceBreakers : [];
  return (
    <div class="log-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section class="log" ref={box} tabIndex={0} aria-label={words.conversation}>
        <div class="log-content" ref={content}>
          <Intro greeting={profile.greeting}>
            {!hasMessages && <IceBreakers questions={questions} isAfterMessages={false} />}
          </Intro>
          <div role="log" aria-live={phase === "ready" ? "polite" : "off"} aria-label={words.conversation}>
            {rows}
          </div>
          {isTyping && <Typing words={writing} />}
          <QuickReplies replies={replies} />
          {hasMessages && <IceBreakers questions={questions} isAfterMessages />}
          {phase === "unavailable" && (
            <p class="notice" role="alert">
              {words.unavailable}
            </p>
          )}
        </div>
      </section>
      {hasNew && (
        <button type="button" class="pill" onClick={toBottom}>
          {words.newMessages}
          <Icon name="down" />
        </button>
      )}
    </div>
  );
}
