import { useQuery } from '@tanstack/react-query';
import { useClient } from './services.ts';

/** The installation's settings (links, live video, retention of recordings), fetched once. */
export function useInstallation() {
  const client = useClient();
  return useQuery({
    queryKey: ['installation'],
    queryFn: ({ signal }) => client.auth.installation({ silent: true, occasion: 'background', signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
