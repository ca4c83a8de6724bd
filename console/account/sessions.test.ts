import assert from "node:assert/strict";
import { test } from "node:test";
import { orderSessions } from "./sessions.ts";

const session = (token: string, updatedAt: string) => ({ token, createdAt: updatedAt, updatedAt });

test("the session of this browser comes first, then the most recently used", () => {
  const sessions = [
    session("old", "2026-01-01T00:00:00.000Z"),
    session("own", "2026-01-02T00:00:00.000Z"),
    session("new", "2026-01-03T00:00:00.000Z"),
  ];

  assert.deepEqual(
    orderSessions(sessions, "own").map(({ token, isOwn }) => [token, isOwn]),
    [
      ["own", true],
      ["new", false],
      ["old", false],
    ],
  );
  assert.ok(orderSessions(sessions, undefined).every(({ isOwn }) => !isOwn));
});
