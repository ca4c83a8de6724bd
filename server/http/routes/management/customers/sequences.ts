import type { sequences } from "@banter/core/api/management/audience/sequences.ts";
import { readSequenceReport } from "../../../../domain/audience/sequence-report.ts";
import {
  changeSequence,
  createSequence,
  getSequence,
  putCustomers,
  removeSequence,
  sequenceInfo,
} from "../../../../domain/audience/sequences.ts";
import { listSequences } from "../../../../store/audience/sequences.ts";
import type { ManagementHandlers } from "../handlers.ts";
import { currentJob } from "./jobs.ts";

export const sequenceHandlers: ManagementHandlers<typeof sequences> = {
  "GET /pages/:page_id/sequences": async ({ db }, { pageId }) => ({
    sequences: (await listSequences(db, pageId)).map(sequenceInfo),
  }),

  "POST /pages/:page_id/sequences": async (deps, { pageId, body, note }) => {
    const sequence = await createSequence(deps, pageId, body);
    note({ subject: sequence.name, subjectId: sequence.id });
    return sequenceInfo(sequence);
  },

  "GET /pages/:page_id/sequences/:sequence_id": async ({ db }, { pageId, params }) =>
    sequenceInfo(await getSequence(db, pageId, params.sequence_id)),

  "PATCH /pages/:page_id/sequences/:sequence_id": async (deps, { pageId, params, body, note }) => {
    const sequence = await changeSequence(deps, pageId, params.sequence_id, body);
    note({ subject: sequence.name, subjectId: sequence.id });
    return sequenceInfo(sequence);
  },

  "DELETE /pages/:page_id/sequences/:sequence_id": async (deps, { pageId, params, note }) => {
    const sequence = await removeSequence(deps, pageId, params.sequence_id);
    note({ subject: sequence.name, subjectId: sequence.id });
    return {};
  },

  "POST /pages/:page_id/sequences/:sequence_id/enter": async (deps, { pageId, params, body, user, note }) => {
    const asked = { type: "enter_sequence", customers: body.customers, userId: user.id } as const;
    const { job, sequence } = await putCustomers(deps, pageId, params.sequence_id, asked);
    note({ subject: sequence.name, subjectId: sequence.id });
    return currentJob(deps, pageId, job.id);
  },

  "POST /pages/:page_id/sequences/:sequence_id/leave": async (deps, { pageId, params, body, user, note }) => {
    const asked = { type: "leave_sequence", customers: body.customers, userId: user.id } as const;
    const { job, sequence } = await putCustomers(deps, pageId, params.sequence_id, asked);
    note({ subject: sequence.name, subjectId: sequence.id });
    return currentJob(deps, pageId, job.id);
  },

  "GET /pages/:page_id/sequences/:sequence_id/report": async (deps, { pageId, params }) =>
    readSequenceReport(deps, pageId, await getSequence(deps.db, pageId, params.sequence_id)),
};
