import { useQuery } from '@tanstack/react-query';
import { useClient } from './services.ts';

/** What this installation is: its links, who has the dropdown of live video, how long recordings are kept; asked for once. */
export function useInstallation() {
  const client = useClient();
  return useQuery({
    queryKey: ['installation'],
    queryFn: ({ signal }) => client.auth.installation({ silent: true, occasion: 'background', signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
