// 实时视频: a window over the page with the visible and the thermal channel, compass and steering, the alarm it was opened for, and the
// positions located in it.
import { CloseOutlined, ControlOutlined, SwapOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { RequireRight } from '@lookout/web/shared/ErrorBoundary.tsx';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useRight } from '@lookout/web/shared/services.ts';
import { useWindowPlace } from '@lookout/web/shared/window/use-window-place.ts';
import { WindowEdges, WindowMenu } from '@lookout/web/shared/window/WindowParts.tsx';
import { Button, Empty, Skeleton, Tooltip } from 'antd';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { AlarmOnPlayer } from './AlarmOnPlayer.tsx';
import { CameraPane, type PaneOverlay } from './CameraPane.tsx';
import { Compass } from './Compass.tsx';
import { pairOf, useCameras, usePosition, useSector } from './cameras.ts';
import { pairWay } from './geometry.ts';
import { BearingTray, LocatedCard } from './locating/LocatedCards.tsx';
import { locateBeside } from './locating/LocateOverlay.tsx';
import { useLocating, useLocatingStore } from './locating/locating-store.ts';
import { useLocatingMessages } from './locating/messages.ts';
import { useVideoMessages } from './messages.ts';
import { SteeringPanel } from './steering/SteeringPanel.tsx';
import { useStage, useVideoState, useVideoStore, type VideoTarget } from './video-store.ts';

type ShowOnMap = (position: { readonly lng: number; readonly lat: number }) => void;

interface Props {
  readonly target: VideoTarget;
  readonly onClose: () => void;
  /** Drawn over each live picture. */
  readonly overlay: PaneOverlay;
  /** Flies to a located position; absent on pages without a map. */
  readonly onShow: ShowOnMap | undefined;
}

/** Minimum size at which the pictures, the steering panel and the header are usable. */
const LEAST = { width: 640, height: 420 };

function DualPlayer({ target, onClose, overlay, onShow }: Props) {
  const messages = useVideoMessages();
  const frame = useRef<HTMLElement>(null);
  const placed = useWindowPlace(frame, { name: 'player', least: LEAST });
  const [isSteering, setSteering] = useState(true);
  useEscape(true, onClose);
  // Focused on opening, so that the arrow keys steer at once.
  useEffect(() => frame.current?.focus(), []);
  const title = messages.dual.title(target.name);
  return createPortal(
    <section
      ref={frame}
      className="video-window"
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      data-keys="steering"
      data-dock={placed.place?.dock ?? 'none'}
      style={placed.style}
    >
      <header {...placed.handle}>
        <h2>{title}</h2>
        <span className="gap" />
        <Tooltip title={messages.dual.steer}>
          <Button
            type={isSteering ? 'primary' : 'text'}
            size="small"
            icon={<ControlOutlined />}
            aria-label={messages.dual.steer}
            aria-pressed={isSteering}
            onClick={() => setSteering(!isSteering)}
          />
        </Tooltip>
        <WindowMenu window={placed} />
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={messages.close} title={messages.close} onClick={onClose} />
      </header>
      {target.watched && <AlarmOnPlayer watched={target.watched} />}
      <RequireRight right="watch-video">
        <Channels target={target} frame={frame} isSteering={isSteering} overlay={overlay} onShow={onShow} />
      </RequireRight>
      <WindowEdges window={placed} />
    </section>,
    document.body,
  );
}

interface ChannelsProps extends Pick<Props, 'target' | 'overlay' | 'onShow'> {
  readonly frame: RefObject<HTMLElement | null>;
  readonly isSteering: boolean;
}

function Channels({ target, frame, isSteering, overlay, onShow }: ChannelsProps) {
  const messages = useVideoMessages();
  const cameras = useCameras('monitoringPointId' in target ? { monitorId: target.monitoringPointId } : { name: target.name });
  const [isSwapped, setSwapped] = useState(false);
  const [chosenId, setChosen] = useState<string | null>(null);
  const [isPressed, setHeld] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const found = (cameras.data ?? []).filter((camera) => 'monitoringPointId' in target || camera.id === target.cameraId);
  const pair = pairOf(found);
  const shown = (isSwapped ? pair.toReversed() : pair).flatMap((camera) => camera ?? []);
  const chosen = shown.find(({ id }) => id === chosenId) ?? pair[0];
  const position = usePosition(chosen?.id ?? null, isPressed);
  useSector(chosen, position);
  const hasSights = useLocating(({ located, tray }) => located !== null || tray.length > 0);
  const hasSide = isSteering || hasSights;
  const way = usePairWay(body, chosen === null);
  if (cameras.isPending)
    return (
      <div className="video-wait" role="status">
        <p className="hint">{messages.dual.loading}</p>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
    );
  if (cameras.data === undefined)
    return (
      <div className="video-wait">
        <LoadFailed error={cameras.error} onRetry={() => void cameras.refetch()} />
      </div>
    );
  if (chosen === null)
    return (
      <Empty
        className="video-wait"
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={
          <>
            <strong>{messages.dual.none}</strong>
            <p className="hint">{messages.dual.noneHint}</p>
          </>
        }
      />
    );
  return (
    <div ref={body} className="video-body" data-side={hasSide} data-count={shown.length} data-way={way}>
      {shown.map((camera, index) => (
        <CameraPane
          key={camera.id}
          camera={camera}
          streamType={1}
          isChosen={camera.id === chosen.id}
          onChoose={() => setChosen(camera.id)}
          overlay={overlay}
          slot={index === 0 ? 'main' : 'second'}
          extra={
            index > 0 && (
              <Tooltip title={messages.dual.swap}>
                <Button
                  type="text"
                  size="small"
                  icon={<SwapOutlined />}
                  aria-label={messages.dual.swap}
                  onClick={() => setSwapped(!isSwapped)}
                />
              </Tooltip>
            )
          }
        />
      ))}
      {hasSide && (
        <aside className="video-side stack">
          {hasSights && <Sights onShow={onShow} />}
          {isSteering && <Compass position={position} />}
          {isSteering && <SteeringPanel camera={chosen} keysIn={frame} onPressed={setHeld} />}
        </aside>
      )}
    </div>
  );
}

/** 定位结果 and the bearings, shown next to the pictures they were taken from. */
function Sights({ onShow }: Pick<Props, 'onShow'>) {
  const messages = useLocatingMessages();
  const store = useLocatingStore();
  const video = useVideoStore();
  const located = useLocating((state) => state.located);
  return (
    <section className="video-sights stack" aria-label={messages.locate}>
      <IconButton
        label={messages.close}
        icon={<CloseOutlined />}
        onClick={() => {
          store.putAside();
          store.clearTray();
        }}
      />
      {located && <LocatedCard located={located} onShow={onShow} onRaised={video.close} />}
      <BearingTray onShow={onShow} />
    </section>
  );
}

/** Places the two pictures side by side or one above the other, whichever makes them larger. */
function usePairWay(body: RefObject<HTMLElement | null>, isEmpty: boolean): 'across' | 'down' {
  const [way, setWay] = useState<'across' | 'down'>('across');
  useLayoutEffect(() => {
    const element = body.current;
    if (element === null || isEmpty) return;
    const size = new ResizeObserver(() => setWay(pairWay({ width: element.clientWidth, height: element.clientHeight })));
    size.observe(element);
    return () => size.disconnect();
  }, [body, isEmpty]);
  return way;
}

/** Key of a target. Of its alarm, only the id is included. */
const keyOf = ({ watched, ...target }: VideoTarget): string => JSON.stringify([target, watched?.alarm.id]);

/**
 * The live video currently open on this desk, regardless of where it was opened. Rendered next to the map. @param onShow flies to a located
 * position
 */
export function VideoStage({ onShow }: { readonly onShow?: ShowOnMap }) {
  const store = useVideoStore();
  const target = useVideoState(({ open }) => open);
  const isShown = useStage();
  if (!isShown || target === null) return null;
  return <DualPlayer key={keyOf(target)} target={target} onClose={store.close} overlay={locateBeside} onShow={onShow} />;
}

interface Watched {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

/** The 视频 button of a monitoring point or camera, for users with the permission to watch. Renders nothing for other assets. */
export function VideoEntry({ of: { id, name, kind } }: { readonly of: Watched }) {
  const { dual } = useVideoMessages();
  const store = useVideoStore();
  const mayWatch = useRight('watch-video');
  if (!mayWatch || (kind !== 'monitoring-point' && kind !== 'camera')) return null;
  return (
    <Button
      icon={<VideoCameraOutlined aria-hidden="true" />}
      onClick={() => store.open(kind === 'monitoring-point' ? { monitoringPointId: id, name } : { cameraId: id, name })}
    >
      {dual.entry}
    </Button>
  );
}
