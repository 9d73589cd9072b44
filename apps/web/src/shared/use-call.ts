// A query of one call. The page shows a failure itself, so the call is silent.
import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';

interface Quiet {
  readonly silent: true;
  readonly signal: AbortSignal;
}

/**
 * @param call a call of the client
 * @param argument its parameters, query and body
 */
export const useCall = <const A extends object, R>(
  queryKey: QueryKey,
  call: (argument: A & Quiet) => Promise<R>,
  argument: A,
  options: Omit<UseQueryOptions<R>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<R> => useQuery({ ...options, queryKey, queryFn: ({ signal }) => call({ ...argument, silent: true, signal }) });
