// A query cache for one tree of components: cached replies are dropped when the tree is unmounted.
import { type DefaultOptions, QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * A query client that lives as long as the component. An observer that unsubscribes restarts its query's timer, even that of a removed
 * query, and the timer would retain the reply for five more minutes; so the cache is cleared after all observers of the tree have
 * unsubscribed.
 * @param queries the defaults of every query, in addition to the app's: no retries, since the client retries what may be retried, and no
 * refetch when the window gets the focus
 */
export function useOwnQueries(queries: NonNullable<DefaultOptions['queries']>): QueryClient {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, ...queries } } }),
  );
  useEffect(() => () => queueMicrotask(() => client.clear()), [client]);
  return client;
}
