import type { eventEndpoints } from "@banter/core/api/management/page/event-endpoints.ts";
import { isAllowed } from "@banter/core/model/role.ts";
import { replay, showDeliveries, showDelivery } from "../../../../domain/events/deliveries.ts";
import {
  changeEndpoint,
  createEndpoint,
  endpointForm,
  getEndpoint,
  removeEndpoint,
  rotateSecret,
  sendTestEvent,
  showEndpoints,
} from "../../../../domain/events/endpoints.ts";
import type { ManagementHandlers } from "../handlers.ts";

const whole = { seesAddresses: true };

export const eventEndpointHandlers: ManagementHandlers<typeof eventEndpoints> = {
  "GET /pages/:page_id/event_endpoints": async ({ db }, { pageId, role }) => ({
    endpoints: await showEndpoints(db, pageId, { seesAddresses: isAllowed(role, "build") }),
  }),

  "POST /pages/:page_id/event_endpoints": async (deps, { pageId, body, note }) => {
    const { endpoint, secret } = await createEndpoint(deps, pageId, body);
    note({ subject: endpoint.name, subjectId: endpoint.id });
    return { endpoint: endpointForm(endpoint, whole), secret };
  },

  "PATCH /pages/:page_id/event_endpoints/:endpoint_id": async (deps, { pageId, params, body, note }) => {
    const endpoint = await changeEndpoint(deps, pageId, params.endpoint_id, body);
    note({ subject: endpoint.name, subjectId: endpoint.id });
    return endpointForm(endpoint, whole);
  },

  "DELETE /pages/:page_id/event_endpoints/:endpoint_id": async (deps, { pageId, params, note }) => {
    const endpoint = await removeEndpoint(deps, pageId, params.endpoint_id);
    note({ subject: endpoint.name, subjectId: endpoint.id });
    return {};
  },

  "POST /pages/:page_id/event_endpoints/:endpoint_id/secret": async (deps, { pageId, params, note }) => {
    const { endpoint, secret } = await rotateSecret(deps, pageId, params.endpoint_id);
    note({ subject: endpoint.name, subjectId: endpoint.id });
    return { secret };
  },

  "POST /pages/:page_id/event_endpoints/:endpoint_id/test": async (deps, { pageId, params, note }) => {
    const { name, id } = await getEndpoint(deps.db, pageId, params.endpoint_id);
    note({ subject: name, subjectId: id });
    return { id: await sendTestEvent(deps, pageId, id) };
  },

  "GET /pages/:page_id/event_endpoints/:endpoint_id/deliveries": ({ db }, { pageId, params, query }) =>
    showDeliveries(db, pageId, params.endpoint_id, {
      ...{ state: query.state, cursor: query.cursor, limit: query.limit },
    }),

  "GET /pages/:page_id/event_endpoints/:endpoint_id/deliveries/:event_id": ({ db }, { pageId, params }) =>
    showDelivery(db, pageId, params.endpoint_id, params.event_id),

  "POST /pages/:page_id/event_endpoints/:endpoint_id/deliveries/:event_id/replay": async (
    deps,
    { pageId, params, note },
  ) => {
    const { name } = await replay(deps, pageId, params.endpoint_id, params.event_id);
    note({ subject: name, subjectId: params.endpoint_id });
    return {};
  },

  "POST /pages/:page_id/event_endpoints/:endpoint_id/replay": async (deps, { pageId, params, note }) => {
    const { name, replayed } = await replay(deps, pageId, params.endpoint_id);
    note({ subject: name, subjectId: params.endpoint_id });
    return { replayed };
  },
};
