// What passed the gates: pictures by post, kind, plate and time, each large on a press.
import { fileUrl, formatTime } from '@lookout/contract';
import { GATE_CATEGORIES, type GateCategory, type ListedGateImage } from '@lookout/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, DatePicker, Input, Modal, Pagination, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useFly } from '../../globe/use-globe-room.ts';
import { Asked } from '../../shared/Asked.tsx';
import { AuthedImage } from '../../shared/AuthedImage.tsx';
import { useClient } from '../../shared/services.ts';
import { dayAndMinute } from '../../shared/time-text.ts';
import { type PostsMessages, usePostsMessages } from './messages.ts';
import { usePosts } from './use-posts.ts';

const IMAGES_EACH = 12;
const TIME = 'YYYY-MM-DD HH:mm:ss';

interface Filter {
  readonly postId: string | null;
  readonly category: GateCategory | null;
  readonly plate: string | null;
  readonly beginTime: string | null;
  readonly endTime: string | null;
}

const EVERYTHING: Filter = { postId: null, category: null, plate: null, beginTime: null, endTime: null };

export function GateImages() {
  const messages = usePostsMessages();
  const client = useClient();
  const posts = usePosts();
  const [filter, setFilter] = useState(EVERYTHING);
  const [pageNo, setPageNo] = useState(1);
  const [large, setLarge] = useState<ListedGateImage | null>(null);
  const images = useQuery({
    queryKey: ['tab-gate-images', filter, pageNo],
    queryFn: ({ signal }) =>
      client.posts.gateImagePage({ body: { ...filter, pageNo, pageSize: IMAGES_EACH }, occasion: 'background', silent: true, signal }),
    placeholderData: keepPreviousData,
  });
  const narrow = (changes: Partial<Filter>) => {
    setFilter({ ...filter, ...changes });
    setPageNo(1);
  };
  const isNarrowed = Object.values(filter).some((value) => value !== null);
  const at = (moment: Dayjs | null | undefined) => moment?.format(TIME) ?? null;
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
        <Input.Search
          allowClear
          maxLength={16}
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
      <Asked query={images} isEmpty={({ total }) => total === 0} empty={isNarrowed ? messages.none : messages.noImages}>
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
      </Asked>
      {large && <Large image={large} onClose={() => setLarge(null)} />}
    </>
  );
}

/** `车辆 川U12345 入`; what the gate did not say is left out. */
const captionOf = ({ category, plate, direction }: ListedGateImage, messages: PostsMessages): string =>
  [messages.categories[category], plate, direction && messages.directions[direction]].filter(Boolean).join(' ');

function Large({ image, onClose }: { readonly image: ListedGateImage; readonly onClose: () => void }) {
  const messages = usePostsMessages();
  const fly = useFly();
  const place = image.postName ?? image.gridName;
  return (
    <Modal open centered width={960} title={`${place} · ${captionOf(image, messages)}`} footer={null} onCancel={onClose}>
      <AuthedImage className="gate-image-large" src={fileUrl(image.pictureId)} alt={captionOf(image, messages)} />
      <p className="tab-line tabular line">
        <span>{formatTime(image.capturedAt)}</span>
        <span className="gap" />
        <Button
          onClick={() => {
            fly({ ...image.position, label: place });
            onClose();
          }}
        >
          {messages.fly}
        </Button>
      </p>
    </Modal>
  );
}
