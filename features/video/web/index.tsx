// 视频预览: cameras on the left, the wall in the middle, the selected tile's compass and steering on the right.
import { BorderOutlined, CloseOutlined } from '@ant-design/icons';
import { SetupLinks } from '@lookout/web/manifest/SetupLinks.tsx';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useSession } from '@lookout/web/shared/services.ts';
import { Button, Empty, Segmented, Skeleton } from 'antd';
import { type CSSProperties, type DragEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { CheckedCamera } from '../../camera/camera.ts';
import { CameraPane } from '../../camera/parts/CameraPane.tsx';
import { Compass } from '../../camera/parts/Compass.tsx';
import { useCameras, usePosition } from '../../camera/parts/cameras.ts';
import { locateOverlay } from '../../camera/parts/locating/LocateOverlay.tsx';
import { useVideoMessages } from '../../camera/parts/messages.ts';
import { SteeringPanel } from '../../camera/parts/steering/SteeringPanel.tsx';
import type { StreamType } from '../../camera/parts/watching.ts';
import { CameraTree, cameraOf, DRAGGED, drag } from './CameraTree.tsx';
import { useLiveVideoMessages } from './messages.ts';
import { RecentAlarms } from './RecentAlarms.tsx';
import { RotationBar } from './RotationBar.tsx';
import { advanced, presentOf, type Rotation, readRotation, roundOf, roundsOf, writeRotation } from './rotation.ts';
import { choose, clear, enlarge, LAYOUTS, put, readWall, select, shownTiles, type Wall, withLayout, writeWall } from './wall.ts';
import './live-video.css';

const ALL = {};
/** With more tiles, each uses the sub-stream: it looks the same at that size and saves bandwidth. */
const MAIN_STREAM_UP_TO = 4;
const MS = 1_000;

export function LiveVideoPage() {
  const messages = useLiveVideoMessages();
  const { steering } = useVideoMessages();
  const page = useRef<HTMLDivElement>(null);
  const cameras = useCameras(ALL);
  const [own, changeOwn] = useStored('wall', readWall, writeWall);
  const byId = useMemo(() => new Map((cameras.data ?? []).map((camera) => [camera.id, camera])), [cameras.data]);
  const { rotation, changeRotation, count, tiles } = useRotation(byId, own.layout);
  const isRotating = rotation.state !== 'off';
  const wall = isRotating ? { ...own, tiles } : own;
  /**
   * Selecting or enlarging a tile pauses the rotation, so that the picture does not change. The officer's own wall returns when a camera is
   * put on it (`edit`).
   */
  const look = (next: (wall: Wall) => Wall) => {
    if (rotation.state === 'running') changeRotation((before) => ({ ...before, state: 'paused' }));
    changeOwn(next);
  };
  const edit = (next: (wall: Wall) => Wall) => {
    if (isRotating) changeRotation((before) => ({ ...before, state: 'off' }));
    changeOwn(next);
  };
  const onWall = useMemo(() => new Set(wall.tiles.filter((id) => id !== null)), [wall.tiles]);
  const shown = shownTiles(wall);
  const selectedId = shown.includes(wall.selected) ? (wall.tiles[wall.selected] ?? null) : null;
  const selected = selectedId === null ? undefined : byId.get(selectedId);
  const [isSteering, setSteering] = useState(false);
  const position = usePosition(selected?.id ?? null, isSteering);
  useEscape(wall.enlarged !== null, () => changeOwn((before) => ({ ...before, enlarged: null })));
  const cameraIn = (tile: number) => {
    const id = wall.tiles[tile] ?? null;
    return id === null ? null : byId.get(id);
  };

  return (
    <div ref={page} className="live-video-page" data-keys="steering">
      <h1 className="visually-hidden">{messages.title}</h1>
      <aside className="live-video-side stack" aria-label={messages.tree.title}>
        {cameras.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
        {cameras.isError && <LoadFailed error={cameras.error} onRetry={() => void cameras.refetch()} />}
        {cameras.data?.length === 0 && (
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={
              <>
                <strong>{messages.tree.empty}</strong>
                <p className="hint">{messages.tree.emptyHint}</p>
              </>
            }
          />
        )}
        {cameras.data && cameras.data.length > 0 && (
          <>
            <CameraTree cameras={cameras.data} onWall={onWall} onChoose={(id) => edit((before) => choose(before, id))} />
            <RecentAlarms cameras={cameras.data} onChoose={(id) => edit((before) => choose(before, id))} />
          </>
        )}
        <SetupLinks to={['device', '/coverage', 'monitorConfig']} inNewTab />
      </aside>
      <section className="live-video-wall" aria-label={messages.wall.title}>
        <header>
          <Segmented
            aria-label={messages.wall.layout}
            value={wall.layout}
            onChange={(layout) => changeOwn((before) => withLayout(before, layout))}
            options={LAYOUTS.map((count) => ({ value: count, label: messages.wall.count(count) }))}
          />
          {cameras.data && (
            <RotationBar rotation={rotation} change={changeRotation} cameras={cameras.data} count={count} tiles={own.layout} />
          )}
          {!isRotating && <span className="hint cut">{wall.enlarged === null ? messages.wall.hint : messages.wall.enlargedHint}</span>}
          <span className="gap" />
          {!isRotating && onWall.size > 0 && (
            <Button
              size="small"
              icon={<BorderOutlined />}
              onClick={() => edit((before) => ({ ...before, tiles: before.tiles.map(() => null), enlarged: null }))}
            >
              {messages.wall.clearAll}
            </Button>
          )}
        </header>
        {cameras.data !== undefined && (
          <ul className="wall" style={{ '--wall-side': Math.sqrt(shown.length) } as CSSProperties}>
            {shown.map((tile) => (
              <Tile
                key={tile}
                number={tile + 1}
                camera={cameraIn(tile)}
                streamType={shown.length > MAIN_STREAM_UP_TO ? 2 : 1}
                isSelected={tile === wall.selected}
                onSelect={() => look((before) => select(before, tile))}
                onEnlarge={() => look((before) => enlarge(before, tile))}
                onClear={isRotating ? null : () => edit((before) => clear(before, tile))}
                onDropped={(id) => edit((before) => put(before, id, tile))}
              />
            ))}
          </ul>
        )}
      </section>
      <aside className="live-video-side live-video-steering stack" aria-label={steering.title}>
        {selected ? (
          <>
            <Compass position={position} />
            <SteeringPanel camera={selected} keysIn={page} onPressed={setSteering} />
          </>
        ) : (
          <p className="hint">{steering.none}</p>
        )}
      </aside>
    </div>
  );
}

// One tile of the wall: empty or with a camera. Cameras can be dropped on it.
interface TileProps {
  readonly number: number;
  /** null: empty. undefined: on the wall but not in the list (deleted, or no longer in the grid). */
  readonly camera: CheckedCamera | null | undefined;
  readonly streamType: StreamType;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onEnlarge: () => void;
  /** null: a rotation is active, and the tile cannot be cleared. */
  readonly onClear: (() => void) | null;
  readonly onDropped: (cameraId: string) => void;
}

function Tile({ number, camera, streamType, isSelected, onSelect, onEnlarge, onClear, onDropped }: TileProps) {
  const { wall: messages, rotation } = useLiveVideoMessages();
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const dropped = cameraOf(event.dataTransfer);
    if (dropped === null) return;
    event.preventDefault();
    onDropped(dropped);
  };
  const close = onClear && (
    <Button
      type="text"
      size="small"
      icon={<CloseOutlined />}
      aria-label={messages.clear(number)}
      title={messages.clear(number)}
      onClick={onClear}
    />
  );
  return (
    <li
      className="wall-tile"
      data-over={isOver}
      aria-label={messages.tile(number)}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {camera ? (
        <CameraPane
          key={camera.id}
          camera={camera}
          streamType={streamType}
          isChosen={isSelected}
          onChoose={onSelect}
          onDoubleClick={onEnlarge}
          onDragStart={({ dataTransfer }) => drag(dataTransfer, camera.id)}
          extra={close}
          overlay={locateOverlay}
        />
      ) : (
        <div className="wall-empty" data-selected={isSelected}>
          <button type="button" aria-pressed={isSelected} onClick={onSelect}>
            {camera === undefined ? messages.gone : onClear === null ? rotation.resting : messages.empty}
          </button>
          {camera === undefined && close}
        </div>
      )}
    </li>
  );
}

/** A value of the account that is stored in this browser. */
function useStored<T>(
  name: string,
  read: (text: string | null) => T,
  write: (value: T) => string,
): readonly [T, (change: (value: T) => T) => void] {
  const { accid } = useSession();
  const storedAs = `live-video.${name}.${accid ?? ''}`;
  const [value, change] = useState(() => read(localStorage.getItem(storedAs)));
  const text = write(value);
  useEffect(() => localStorage.setItem(storedAs, text), [storedAs, text]);
  return [value, change];
}

/** The state of 轮巡, and the cameras in the tiles while it is active. */
function useRotation(byId: ReadonlyMap<string, CheckedCamera>, layout: number) {
  const [rotation, changeRotation] = useStored<Rotation>('rotation', readRotation, writeRotation);
  const present = useMemo(() => presentOf(rotation, byId), [rotation, byId]);
  const { state, dwell, at } = rotation;
  const count = present.length;
  const { count: rounds } = roundsOf(count, at, layout);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is shown for the whole time
  useEffect(() => {
    if (state !== 'running' || rounds < 2) return;
    const timer = setTimeout(() => changeRotation((before) => advanced(before, count, layout)), dwell * MS);
    return () => clearTimeout(timer);
  }, [state, dwell, at, count, rounds, layout]);
  const tiles = useMemo(() => roundOf(present, at, layout).map((camera) => camera?.id ?? null), [present, at, layout]);
  return { rotation, changeRotation, count, tiles };
}
