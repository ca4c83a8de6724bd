import assert from "node:assert/strict";
import { test } from "node:test";
import { applyReport, joinReports, type PlatformReport, type ReportedMessage } from "./apply-report.ts";

type Status = PlatformReport["status"];

const message = (status: ReportedMessage["status"], reason: string | null = null): ReportedMessage => ({
  ...{ status, reason, platformId: "p1" },
  isSent: status === "sent" || status === "delivered" || status === "seen",
  isDelivered: status === "delivered" || status === "seen",
});

const all = { failed: "sent +0", sent: "sent +1", delivered: "sent +1, delivery", seen: "sent +1, delivery, seen" };

/** For each message, the reports that change it, with what they add to the counters. All others change nothing. */
const table: [what: string, message: ReportedMessage, changes: Partial<Record<Status, string>>][] = [
  ["waits", message("queued"), all],
  ["is being sent", message("sending"), all],
  ["was sent", message("sent"), { failed: "sent -1", delivered: "sent +0, delivery", seen: "sent +0, delivery, seen" }],
  ["was delivered", message("delivered"), { seen: "sent +0, seen" }],
  ["was seen", message("seen"), {}],
  ["was refused", message("failed", "rejected"), { delivered: "sent +1, delivery", seen: "sent +1, delivery, seen" }],
  [
    "failed by a timeout",
    message("failed", "timeout"),
    { sent: "sent +1", delivered: "sent +1, delivery", seen: "sent +1, delivery, seen" },
  ],
  [
    "is sent, but has the time of its delivery only",
    { ...message("sent"), isSent: false, isDelivered: true },
    { failed: "sent +0", delivered: "sent +1", seen: "sent +1, seen" },
  ],
];

for (const [what, before, changes] of table)
  test(`reports on a message that ${what}`, () => {
    const found: Partial<Record<Status, string>> = {};
    for (const status of ["failed", "sent", "delivered", "seen"] as const) {
      const change = applyReport(before, { status });
      if (!change) continue;
      const { sent, delivery, seen } = change.counts;
      const parts = [
        `sent ${sent < 0 ? "" : "+"}${sent}`,
        ...(delivery ? ["delivery"] : []),
        ...(seen ? ["seen"] : []),
      ];
      found[status] = parts.join(", ");
      assert.deepEqual(
        [change.status, change.reason, change.errorCode, change.platformId],
        [status, status === "failed" ? "rejected" : null, null, "p1"],
      );
    }

    assert.deepEqual(found, changes);
  });

test("a failure is kept with its reason and code; an arrival has neither", () => {
  const cause = { reason: "outside_messaging_window", errorCode: "131047" };

  const failed = applyReport(message("sent"), { status: "failed", ...cause });
  const seen = applyReport(message("sent"), { status: "seen", ...cause });

  assert.deepEqual([failed?.reason, failed?.errorCode], ["outside_messaging_window", "131047"]);
  assert.deepEqual([seen?.reason, seen?.errorCode], [null, null]);
});

test("a message without a platform id takes the only one that a report names for it", () => {
  const before = { ...message("sending"), platformId: null };
  const idAfter = (report: Partial<PlatformReport>) => applyReport(before, { status: "sent", ...report })?.platformId;

  assert.equal(idAfter({ platformIds: ["a"] }), "a");
  assert.equal(idAfter({ platformIds: ["a", "b"] }), null);
  assert.equal(idAfter({ platformIds: ["a"], isThrough: true }), null);
  assert.equal(applyReport(message("sending"), { status: "sent", platformIds: ["a"] })?.platformId, "p1");
});

test("of several reports the furthest counts, in any order", () => {
  const reports = [
    { status: "failed", reason: "rejected", errorCode: "1" },
    { status: "delivered", platformIds: ["a", "b"] },
    { status: "sent", platformIds: ["a"] },
  ] as const;
  const [first, second, third] = reports.map(({ ...report }) => ({ ...report }) as PlatformReport);
  assert.ok(first && second && third);
  const joined = { status: "delivered", platformIds: ["a"], reason: "rejected", errorCode: "1" };

  assert.deepEqual(joinReports([first, second, third]), joined);
  assert.deepEqual(joinReports([third, second, first]), joined);
});
