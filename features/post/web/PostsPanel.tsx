// 两点一岗: the inspection posts, their monitoring points and the pictures of their gates.

import { fileUrl, formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useFly, useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { AuthedImage } from '@lookout/web/shared/AuthedImage.tsx';
import { SearchInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { Nothing, PagedRows, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { dayAndMinute, TIME_FORMAT } from '@lookout/web/shared/time-text.ts';
import { isNarrowed } from '@lookout/web/shared/url-state.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { Button, DatePicker, Input, Modal, Pagination, Segmented, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useEffect, useState } from 'react';
import { GATE_CATEGORIES, type GateCategory, type ListedGateImage } from '../../camera/camera.ts';
import { MonitoringPointRow, useFoundGone } from '../../camera/parts/MonitoringPointRow.tsx';
import { isOffline } from '../../resource/parts/markers.ts';
import { useResourceCatalogue } from '../../resource/parts/resource-catalogue.ts';
import type { Asset } from '../../resource/resource.ts';
import { type PostsMessages, usePostsMessages } from './messages.ts';

const PARTS = ['posts', 'monitoringPoints', 'images'] as const;
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
      {part === 'monitoringPoints' && <GatePoints />}
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
      <QueryResult query={posts} isEmpty={(list) => list.length === 0} empty={messages.noPosts}>
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
      </QueryResult>
    </>
  );
}

function PostRow({ post }: { readonly post: Named<Asset> }) {
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
  const monitoringPoints = useCall(['tab-gate-monitors'], client.post.gateMonitorsByGrid, { occasion: 'background' });
  useFoundGone();
  return (
    <QueryResult query={monitoringPoints} isEmpty={(list) => list.length === 0} empty={messages.noPoints}>
      {(list) => (
        <PagedRows items={list} keyOf={({ id }) => id} groupOf={({ gridName }) => gridName} label={messages.parts.monitoringPoints}>
          {({ postName, ...point }) => <MonitoringPointRow point={point} note={messages.at(postName)} />}
        </PagedRows>
      )}
    </QueryResult>
  );
}

// Gate pictures by post, kind, plate and time; a click enlarges one.
const IMAGES_EACH = 12;

interface Filter {
  readonly postId: string | null;
  readonly category: GateCategory | null;
  readonly plate: string | null;
  readonly beginTime: string | null;
  readonly endTime: string | null;
}

const EVERYTHING: Filter = { postId: null, category: null, plate: null, beginTime: null, endTime: null };

function GateImages() {
  const messages = usePostsMessages();
  const client = useClient();
  const posts = usePosts();
  const [filter, setFilter] = useState(EVERYTHING);
  const [pageNo, setPageNo] = useState(1);
  const [large, setLarge] = useState<ListedGateImage | null>(null);
  const images = useCall(
    ['tab-gate-images', filter, pageNo],
    client.post.gateImagePage,
    { body: { ...filter, pageNo, pageSize: IMAGES_EACH }, occasion: 'background' },
    { placeholderData: keepPreviousData },
  );
  const narrow = (changes: Partial<Filter>) => {
    setFilter({ ...filter, ...changes });
    setPageNo(1);
  };
  const at = (moment: Dayjs | null | undefined) => moment?.format(TIME_FORMAT) ?? null;
  return (
    <>
      <div className="tab-filters stack">
        <div className="pair">
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={messages.post}
            aria-label={messages.post}
            value={filter.postId}
            options={(posts.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(postId) => narrow({ postId: postId ?? null })}
          />
          <Select
            allowClear
            placeholder={messages.category}
            aria-label={messages.category}
            value={filter.category}
            options={GATE_CATEGORIES.map((value) => ({ value, label: messages.categories[value] }))}
            onChange={(category) => narrow({ category: category ?? null })}
          />
        </div>
        <SearchInput
          allowClear
          most={16}
          placeholder={messages.plate}
          aria-label={messages.plate}
          onSearch={(text) => narrow({ plate: text.trim() || null })}
        />
        <DatePicker.RangePicker
          showTime={{ format: 'HH:mm' }}
          format="MM-DD HH:mm"
          allowEmpty={[true, true]}
          aria-label={messages.time}
          placeholder={[messages.begin, messages.end]}
          onChange={(range) => narrow({ beginTime: at(range?.[0]), endTime: at(range?.[1]) })}
        />
      </div>
      <QueryResult query={images} isEmpty={({ total }) => total === 0} empty={isNarrowed(filter) ? messages.none : messages.noImages}>
        {({ list, total }) => (
          <>
            <ul className="gate-images" aria-label={messages.parts.images}>
              {list.map((image) => (
                <li key={image.id}>
                  <button type="button" className="picture-button" onClick={() => setLarge(image)}>
                    <AuthedImage className="gate-image" src={fileUrl(image.pictureId)} alt={captionOf(image, messages)} />
                    <span className="tabular">{dayAndMinute(image.capturedAt)}</span>
                    <span>{captionOf(image, messages)}</span>
                  </button>
                </li>
              ))}
            </ul>
            {total > IMAGES_EACH && (
              <Pagination
                className="tab-pages"
                size="small"
                simple
                current={pageNo}
                pageSize={IMAGES_EACH}
                total={total}
                showSizeChanger={false}
                onChange={setPageNo}
              />
            )}
          </>
        )}
      </QueryResult>
      {large && <Large image={large} onClose={() => setLarge(null)} />}
    </>
  );
}

/** `车辆 川U12345 入`; unknown parts are left out. */
const captionOf = ({ category, plate, direction }: ListedGateImage, messages: PostsMessages): string =>
  [messages.categories[category], plate, direction && messages.directions[direction]].filter(Boolean).join(' ');

function Large({ image, onClose }: { readonly image: ListedGateImage; readonly onClose: () => void }) {
  const messages = usePostsMessages();
  const fly = useFly();
  const name = image.postName ?? image.gridName;
  return (
    <Modal open centered width={960} title={`${name} · ${captionOf(image, messages)}`} footer={null} onCancel={onClose}>
      <AuthedImage className="gate-image-large" src={fileUrl(image.pictureId)} alt={captionOf(image, messages)} />
      <p className="tab-line tabular line">
        <span>{formatTime(image.capturedAt)}</span>
        <span className="gap" />
        <Button
          onClick={() => {
            fly({ ...image.position, label: name });
            onClose();
          }}
        >
          {messages.fly}
        </Button>
      </p>
    </Modal>
  );
}

/** Posts of the user's grid; also the options of the picture filter. */
function usePosts() {
  const client = useClient();
  return useCall(['tab-posts'], client.post.inspectionPosts, { occasion: 'background' });
}
