// 实时视频: a movable window over the page with visible and thermal channel, compass and steering.
import { CloseOutlined, ControlOutlined, SwapOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { Button, Empty, Skeleton, Tooltip } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { RequireRight } from '../../shared/ErrorBoundary.tsx';
import { useEscape } from '../../shared/escape.ts';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useRight } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { CameraPane, type PaneOverlay } from './CameraPane.tsx';
import { Compass } from './Compass.tsx';
import { pairOf, useCameras, usePosition, useSector } from './cameras.ts';
import { useMovable } from './geometry.ts';
import { locateOverlay } from './locating/LocateOverlay.tsx';
import { useVideoMessages } from './messages.ts';
import { SteeringPanel } from './steering/SteeringPanel.tsx';
import { useVideoState, useVideoStore, type VideoTarget } from './video-store.ts';

interface Props {
  readonly target: VideoTarget;
  readonly onClose: () => void;
  /** Drawn over each live picture. */
  readonly overlay?: PaneOverlay;
}

function DualPlayer({ target, onClose, overlay }: Props) {
  const messages = useVideoMessages();
  const frame = useRef<HTMLElement>(null);
  const { position, handle } = useMovable(frame);
  const [isSteering, setSteering] = useState(true);
  useEscape(true, onClose);
  // Focused, so that the arrow keys steer at once.
  useEffect(() => frame.current?.focus(), []);
  const title = messages.dual.title(target.name);
  return createPortal(
    <section ref={frame} className="video-window" role="dialog" aria-label={title} tabIndex={-1} data-keys="steering" style={position}>
      <header {...handle}>
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
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={messages.close} title={messages.close} onClick={onClose} />
      </header>
      <RequireRight right="watch-video">
        <Channels target={target} frame={frame} isSteering={isSteering} overlay={overlay} />
      </RequireRight>
    </section>,
    document.body,
  );
}

interface ChannelsProps extends Pick<Props, 'target'> {
  readonly overlay: PaneOverlay | undefined;
  readonly frame: RefObject<HTMLElement | null>;
  readonly isSteering: boolean;
}

function Channels({ target, frame, isSteering, overlay }: ChannelsProps) {
  const messages = useVideoMessages();
  const cameras = useCameras('monitoringPointId' in target ? { monitorId: target.monitoringPointId } : { name: target.name });
  const [isSwapped, setSwapped] = useState(false);
  const [chosenId, setChosen] = useState<string | null>(null);
  const found = (cameras.data ?? []).filter((camera) => 'monitoringPointId' in target || camera.id === target.cameraId);
  const pair = pairOf(found);
  const shown = (isSwapped ? pair.toReversed() : pair).flatMap((camera) => camera ?? []);
  const chosen = shown.find(({ id }) => id === chosenId) ?? pair[0];
  const position = usePosition(chosen?.id ?? null);
  useSector(chosen, position.data);
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
    <div className="video-body" data-steering={isSteering}>
      <div className="video-main stack">
        <div className="video-pair" data-count={shown.length}>
          {shown.map((camera) => (
            <CameraPane
              key={camera.id}
              camera={camera}
              streamType={1}
              isChosen={camera.id === chosen.id}
              onChoose={() => setChosen(camera.id)}
              overlay={overlay}
            />
          ))}
        </div>
        <div className="video-below line">
          <Compass position={position} />
          <div className="video-below-side stack">
            {shown.length > 1 ? (
              <Button size="small" icon={<SwapOutlined />} onClick={() => setSwapped(!isSwapped)}>
                {messages.dual.swap}
              </Button>
            ) : (
              <span className="hint">{messages.dual.single}</span>
            )}
            <span className="hint">
              {messages.dual.steered}
              {marks().colon}
              {chosen.name}
            </span>
          </div>
        </div>
      </div>
      {isSteering && <SteeringPanel camera={chosen} keysIn={frame} />}
    </div>
  );
}

/** The live video open on this desk, wherever it was opened; rendered beside the map. */
export function VideoStage() {
  const store = useVideoStore();
  const target = useVideoState(({ open }) => open);
  return target && <DualPlayer key={JSON.stringify(target)} target={target} onClose={store.close} overlay={locateOverlay} />;
}

interface Watched {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

/** The 视频 button of a monitoring point or camera, for users who may watch; nothing for other assets. */
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
