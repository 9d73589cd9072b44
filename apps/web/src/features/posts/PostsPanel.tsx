// 两点一岗: the inspection posts, the monitoring points at them, and what their gates photographed.
import type { Named, PlacedThing } from '@lookout/domain';
import { useQuery } from '@tanstack/react-query';
import { Input, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useGlobeMessages } from '../../globe/messages.ts';
import { MonitoringPointRow, useFoundGone } from '../../globe/places/MonitoringPointRow.tsx';
import { isOffline } from '../../globe/places/place-marks.ts';
import { useResourceCatalogue } from '../../globe/places/resource-catalogue.ts';
import { useGlobeRoom } from '../../globe/use-globe-room.ts';
import { Asked, Nothing, PagedRows } from '../../shared/Asked.tsx';
import { useClient } from '../../shared/services.ts';
import { GateImages } from './GateImages.tsx';
import { usePostsMessages } from './messages.ts';
import { usePosts } from './use-posts.ts';

const PARTS = ['posts', 'monitors', 'images'] as const;
type Part = (typeof PARTS)[number];

export function PostsPanel() {
  const messages = usePostsMessages();
  const [part, setPart] = useState<Part>('posts');
  return (
    <>
      <div className="tab-filters stack">
        <Segmented
          block
          size="small"
          value={part}
          onChange={setPart}
          options={PARTS.map((value) => ({ value, label: messages.parts[value] }))}
        />
      </div>
      {part === 'posts' && <Posts />}
      {part === 'monitors' && <GatePoints />}
      {part === 'images' && <GateImages />}
    </>
  );
}

function Posts() {
  const messages = usePostsMessages();
  const resources = useResourceCatalogue();
  const posts = usePosts();
  const [text, setText] = useState('');
  const { data } = posts;
  useEffect(() => {
    resources.showFound(data ?? []);
    return () => resources.showFound([]);
  }, [resources, data]);
  const shown = (data ?? [])
    .filter(({ name, gridName }) => `${name} ${gridName}`.includes(text.trim()))
    .toSorted((a, b) => a.gridNo.localeCompare(b.gridNo) || a.name.localeCompare(b.name, 'zh'));
  return (
    <>
      <div className="tab-filters stack">
        <Input
          allowClear
          placeholder={messages.search}
          aria-label={messages.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Asked query={posts} isEmpty={(list) => list.length === 0} empty={messages.noPosts}>
        {(list) => (
          <>
            <p className="tab-total tabular hint">{messages.total(list.length)}</p>
            {shown.length === 0 ? (
              <Nothing {...messages.none} />
            ) : (
              <PagedRows items={shown} keyOf={({ id }) => id} groupOf={({ gridName }) => gridName} label={messages.parts.posts}>
                {(post) => <PostRow post={post} />}
              </PagedRows>
            )}
          </>
        )}
      </Asked>
    </>
  );
}

function PostRow({ post }: { readonly post: Named<PlacedThing> }) {
  const { near } = useGlobeMessages();
  const room = useGlobeRoom();
  return (
    <button type="button" className="list-row" onClick={() => room.pointAt({ kind: 'resource', id: post.id, ...post.position })}>
      <span className="row-name cut">{post.name}</span>
      <span className="tag" data-state={isOffline(post) ? 'offline' : 'online'}>
        {isOffline(post) ? near.offline : near.online}
      </span>
      {(post.leaderName || post.leaderPhone) && (
        <span className="row-second tabular hint">
          {post.leaderName} {post.leaderPhone}
        </span>
      )}
    </button>
  );
}

function GatePoints() {
  const messages = usePostsMessages();
  const client = useClient();
  const monitors = useQuery({
    queryKey: ['tab-gate-monitors'],
    queryFn: ({ signal }) => client.posts.gateMonitorsByGrid({ occasion: 'background', silent: true, signal }),
  });
  useFoundGone();
  return (
    <Asked query={monitors} isEmpty={(list) => list.length === 0} empty={messages.noPoints}>
      {(list) => (
        <PagedRows items={list} keyOf={({ id }) => id} groupOf={({ gridName }) => gridName} label={messages.parts.monitors}>
          {({ postName, ...point }) => <MonitoringPointRow point={point} note={messages.at(postName)} />}
        </PagedRows>
      )}
    </Asked>
  );
}
