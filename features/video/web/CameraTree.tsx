// 摄像头: by grid, monitoring point and channel, with their states. A click or a drag puts a camera on the wall.

import { Empty, Tree, type TreeDataNode } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CheckedCamera } from '../../camera/camera.ts';
import { channelName, type OnlineFilter } from '../../camera/parts/cameras.ts';
import { useVideoMessages } from '../../camera/parts/messages.ts';
import { OnlineFinder } from '../../camera/parts/OnlineFinder.tsx';
import { treeOf } from './camera-tree.ts';
import { useLiveVideoMessages } from './messages.ts';

interface Props {
  readonly cameras: readonly CheckedCamera[];
  readonly onWall: ReadonlySet<string>;
  readonly onChoose: (cameraId: string) => void;
}

export function CameraTree({ cameras, onWall, onChoose }: Props) {
  const { tree: messages } = useLiveVideoMessages();
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<OnlineFilter>('all');
  const grids = useMemo(() => treeOf(cameras, text, filter), [cameras, text, filter]);
  const online = useMemo(() => cameras.filter((camera) => camera.online).length, [cameras]);
  /** null: the default, with the whole tree expanded. */
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const [box, height] = useHeight();
  const keys = useMemo(() => grids.flatMap(({ key, points }) => [key, ...points.map((point) => point.key)]), [grids]);
  // Search results are shown expanded.
  const expanded = text.trim() !== '' ? keys : (opened ?? keys);
  const data = useMemo<TreeDataNode[]>(
    () =>
      grids.map((grid) => ({
        key: grid.key,
        title: <Branch name={grid.name} note={messages.online(grid.online, grid.total)} />,
        selectable: false,
        children: grid.points.map((point) => ({
          key: point.key,
          title: (
            <Branch
              name={point.name}
              note={messages.online(point.cameras.filter((camera) => camera.online).length, point.cameras.length)}
            />
          ),
          selectable: false,
          children: point.cameras.map((camera) => ({
            key: camera.id,
            title: <Leaf camera={camera} isOnWall={onWall.has(camera.id)} />,
            isLeaf: true,
          })),
        })),
      })),
    [grids, messages, onWall],
  );
  return (
    <>
      <OnlineFinder
        label={messages.search}
        text={text}
        onText={setText}
        filter={filter}
        onFilter={setFilter}
        tally={{ total: cameras.length, online }}
      />
      <div ref={box} className="live-video-tree">
        {data.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={messages.none} />
        ) : (
          <Tree
            blockNode
            height={height}
            treeData={data}
            expandedKeys={[...expanded]}
            selectedKeys={[]}
            onExpand={(next) => setOpened(next.map(String))}
            onSelect={(_, { node }) => node.isLeaf && onChoose(String(node.key))}
            aria-label={messages.title}
          />
        )}
      </div>
    </>
  );
}

const Branch = ({ name, note }: { readonly name: string; readonly note: string }) => (
  <span className="live-video-branch">
    <span>{name}</span>
    <span className="tabular">{note}</span>
  </span>
);

function Leaf({ camera, isOnWall }: { readonly camera: CheckedCamera; readonly isOnWall: boolean }) {
  const { states } = useVideoMessages();
  const { tree: messages } = useLiveVideoMessages();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is for the mouse; a click or Enter on the row does the same
    <span
      className="live-video-leaf"
      draggable
      onDragStart={({ dataTransfer }) => drag(dataTransfer, camera.id)}
      data-on-wall={isOnWall}
      title={messages.put(camera.name)}
    >
      <span>{channelName(camera)}</span>
      <span className="live-video-state" data-state={camera.online ? camera.state : 'offline'}>
        {camera.state === 'idle' ? messages.online1 : states[camera.state]}
      </span>
    </span>
  );
}

/** The tree is virtualized and needs its height in pixels. */
function useHeight() {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(400);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const size = new ResizeObserver(() => setHeight(element.clientHeight));
    size.observe(element);
    return () => size.disconnect();
  }, []);
  return [box, height] as const;
}

/** The drag data type of a camera id. It is a separate type, so that nothing else can be dropped on a tile. */
export const DRAGGED = 'application/x-lookout-camera';

export function drag(data: Pick<DataTransfer, 'setData' | 'effectAllowed'>, cameraId: string): void {
  data.setData(DRAGGED, cameraId);
  data.effectAllowed = 'copyMove';
}

export const cameraOf = (data: Pick<DataTransfer, 'getData'>): string | null => data.getData(DRAGGED) || null;
