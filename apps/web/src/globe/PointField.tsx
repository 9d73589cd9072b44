// A form field for a position, clicked on the map or typed, and the context through which a panel receives the page's map clicks.
import { AimOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { PositionInput } from '../shared/PositionInput.tsx';
import { useHighlight } from './highlight-part.ts';
import { useGlobeMessages } from './messages.ts';
import { useGlobeRoom } from './use-globe-room.ts';

interface Props {
  readonly id?: string;
  readonly value?: MapPoint | null;
  readonly onChange?: (position: MapPoint | null) => void;
  readonly label: string;
}

export function PointField({ id, value, onChange, label }: Props) {
  const { point: messages } = useGlobeMessages();
  const highlight = useHighlight();
  const { take, setTake } = usePositionTaking();
  useEffect(() => () => setTake(null), [setTake]);
  const pick = () =>
    setTake(
      take === null
        ? (position) => {
            setTake(null);
            onChange?.(position);
            highlight({ ...position, label: messages.mark });
          }
        : null,
    );
  return (
    <div>
      <div className="tab-line line">
        <PositionInput {...(id !== undefined && { id })} value={value ?? null} {...(onChange && { onChange })} label={label} />
        <Button icon={<AimOutlined />} type={take ? 'primary' : 'default'} aria-pressed={take !== null} onClick={pick}>
          {take ? messages.stop : messages.pick}
        </Button>
      </div>
      {take && (
        <p className="second" role="status">
          {messages.picking}
        </p>
      )}
    </div>
  );
}

export interface MapPoint {
  readonly lng: number;
  readonly lat: number;
}

export interface PositionTaking {
  readonly take: ((position: MapPoint) => void) | null;
  /** null: map clicks are no longer taken. */
  readonly setTake: (take: ((position: MapPoint) => void) | null) => void;
}

export const PositionTakingContext = createContext<PositionTaking | null>(null);

/** Passes map clicks to the forms of a page, one field at a time. Meanwhile clicks open no marks. */
export function useTakenClicks(): PositionTaking {
  const room = useGlobeRoom();
  const [take, setState] = useState<PositionTaking['take']>(null);
  // React calls a function passed to setState, so a function is stored by passing one that returns it. The setter is stable: a field stops
  // taking clicks when the setter changes.
  const setTake = useCallback<PositionTaking['setTake']>((next) => setState(() => next), []);
  useEffect(() => (take === null ? undefined : room.takeClicks(take)), [room, take]);
  return useMemo(() => ({ take, setTake }), [take, setTake]);
}

/** Takes the map clicks of the surrounding page. */
function usePositionTaking(): PositionTaking {
  const taking = useContext(PositionTakingContext);
  if (taking === null) throw new Error('a field for a position outside of a page with a map');
  return taking;
}
