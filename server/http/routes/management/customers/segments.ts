import type { segments } from "@banter/core/api/management/audience/segments.ts";
import { type Count, countSegment, nextOfSegment } from "../../../../domain/audience/members.ts";
import {
  audienceOf,
  changeSegment,
  createSegment,
  explainSegment,
  getSegment,
  removeSegment,
} from "../../../../domain/audience/segments.ts";
import { customerForm } from "../../../../domain/customers/customer-form.ts";
import { windowOf } from "../../../../domain/customers/filter.ts";
import { listSegments } from "../../../../store/audience/segments.ts";
import { listCustomers } from "../../../../store/customers/customer-rows.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const segmentHandlers: ManagementHandlers<typeof segments> = {
  "GET /pages/:page_id/segments": async ({ db }, { pageId }) => ({ segments: await listSegments(db, pageId) }),

  "POST /pages/:page_id/segments": async (deps, { pageId, body, note }) => {
    const segment = await createSegment(deps, pageId, body);
    note({ subject: segment.name, subjectId: segment.id });
    return segment;
  },

  "GET /pages/:page_id/segments/:segment_id": ({ db }, { pageId, params }) => getSegment(db, pageId, params.segment_id),

  "PATCH /pages/:page_id/segments/:segment_id": async (deps, { pageId, params, body, note }) => {
    const segment = await changeSegment(deps, pageId, params.segment_id, body);
    note({ subject: segment.name, subjectId: segment.id });
    return segment;
  },

  "DELETE /pages/:page_id/segments/:segment_id": async (deps, { pageId, params, note }) => {
    const segment = await removeSegment(deps, pageId, params.segment_id);
    note({ subject: segment.name, subjectId: segment.id });
    return {};
  },

  "POST /pages/:page_id/segments/count": async (deps, { pageId, body }) =>
    countForm(await countSegment(deps, pageId, body.condition)),

  "GET /pages/:page_id/segments/:segment_id/count": async (deps, { pageId, params }) => {
    const { condition } = await getSegment(deps.db, pageId, params.segment_id);
    return countForm(await countSegment(deps, pageId, condition));
  },

  "GET /pages/:page_id/segments/:segment_id/customers": async (deps, { pageId, params, query }) => {
    const { condition } = await getSegment(deps.db, pageId, params.segment_id);
    const { cursor: after = "", limit } = query;
    const { psids, next } = await nextOfSegment(deps, pageId, condition, { after, limit });
    const window = await windowOf(deps, pageId);
    return { customers: (await listCustomers(deps.db, pageId, psids)).map((line) => customerForm(line, window)), next };
  },

  "GET /pages/:page_id/segments/:segment_id/customers/:psid": async (deps, { pageId, params, query }) => {
    const segment = await getSegment(deps.db, pageId, params.segment_id);
    const asked = { psid: params.psid, language: query.language };
    const { isIn, because } = await explainSegment(deps, pageId, segment, asked);
    return { is_in: isIn, because };
  },

  "GET /pages/:page_id/customers/:psid/audience": (deps, { pageId, params, query }) =>
    audienceOf(deps, pageId, { psid: params.psid, language: query.language }),
};

const countForm = ({ count, isExact }: Count) => ({ count, is_exact: isExact });
