import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';

/** All groups, and the same as a picker's options. */
export function useGroups() {
  const client = useClient();
  const query = useQuery({ queryKey: ['admin-groups'], queryFn: () => client.admin.groups({ silent: true }) });
  return { query, options: (query.data ?? []).map(({ id, name }) => ({ value: id, label: `${name}${marks().brackets(id)}` })) };
}
