// One tile of the wall: a camera, or a place for one; a camera is dropped on it.
import { CloseOutlined } from '@ant-design/icons';
import type { CheckedCamera } from '@lookout/domain';
import { Button } from 'antd';
import { type DragEvent, useState } from 'react';
import { CameraPane } from '../../entities/camera/CameraPane.tsx';
import { locateOverlay } from '../../entities/camera/locating/LocateOverlay.tsx';
import type { StreamType } from '../../entities/camera/watching.ts';
import { cameraOf, DRAGGED, drag } from './dragging.ts';
import { useLiveVideoMessages } from './messages.ts';

interface Props {
  readonly number: number;
  /** undefined: it stands on the wall, but the list does not know it (deleted, or outside the grid now). */
  readonly camera: CheckedCamera | null | undefined;
  readonly streamType: StreamType;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onEnlarge: () => void;
  readonly onClear: () => void;
  readonly onDropped: (cameraId: string) => void;
}

export function Tile({ number, camera, streamType, isSelected, onSelect, onEnlarge, onClear, onDropped }: Props) {
  const { wall: messages } = useLiveVideoMessages();
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
  const close = (
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
            {camera === undefined ? messages.gone : messages.empty}
          </button>
          {camera === undefined && close}
        </div>
      )}
    </li>
  );
}
