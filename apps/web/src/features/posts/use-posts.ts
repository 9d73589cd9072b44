import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../shared/services.ts';

/** Posts of the user's grid; the gate's pictures are filtered by them too. */
export function usePosts() {
  const client = useClient();
  return useQuery({
    queryKey: ['tab-posts'],
    queryFn: ({ signal }) => client.posts.inspectionPosts({ occasion: 'background', silent: true, signal }),
  });
}
