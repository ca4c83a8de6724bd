import { Refusal } from "@banter/sdk/manage.ts";
import { hashKey, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { meQuery } from "../queries.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** Set by mutations whose form shows the failure; all other failures are shown in a toast. */
    mutationMeta: { showsFailure?: boolean };
  }
}

type Handlers = {
  /** The session has ended. */
  onLoggedOut: () => void;
  /** The session is good. */
  onLoggedIn: () => void;
  /** A mutation failed that does not show its failure itself. */
  onFailure: (error: unknown) => void;
};

/** The cache of server data. */
export function makeQueryClient({ onLoggedOut, onLoggedIn, onFailure }: Handlers): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryHash }) => {
        if (!isUnauthorized(error)) return;
        if (queryHash === hashKey(meQuery.queryKey)) onLoggedOut();
        else void client.refetchQueries(meQuery);
      },
      onSuccess: (_data, { queryHash }) => {
        if (queryHash === hashKey(meQuery.queryKey)) onLoggedIn();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        // A wrong code is refused like an ended session; asking for the user tells them apart.
        if (isUnauthorized(error)) void client.refetchQueries(meQuery);
        if (!mutation.meta?.showsFailure) onFailure(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A refusal would be repeated; only lost connections and server errors are retried.
        retry: (count, error) => !(error instanceof Refusal && error.status < 500) && count < 2,
      },
    },
  });
  return client;
}

const isUnauthorized = (error: unknown) => error instanceof Refusal && error.status === 401;
