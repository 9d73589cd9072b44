// A form with the map beside it: clicks on the map go to the form's field that asks for a position.
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { GlobeStage } from '../../globe/GlobeStage.tsx';
import { type PositionTaking, PositionTakingContext } from '../../globe/PointField.tsx';
import { useGlobeRoom } from '../../globe/use-globe-room.ts';
import './task.css';

interface Props {
  readonly name: string;
  readonly children: ReactNode;
}

export function MapBeside({ name, children }: Props) {
  const taking = useMapClicks();
  return (
    <div className="task-beside">
      <PositionTakingContext value={taking}>
        <section aria-label={name} className="task-beside-form">
          {children}
        </section>
      </PositionTakingContext>
      <div className="task-beside-map">
        <GlobeStage initialView={null} />
      </div>
    </div>
  );
}

function useMapClicks(): PositionTaking {
  const room = useGlobeRoom();
  const [take, setTakeState] = useState<PositionTaking['take']>(null);
  // A function as state is set by a function that returns it; the same one always, since the field gives up its wish when it changes.
  const setTake = useCallback<PositionTaking['setTake']>((next) => setTakeState(() => next), []);
  useEffect(
    () =>
      take === null
        ? undefined
        : room.onPointer(({ gesture, pick }) => {
            if (gesture === 'click' && pick !== null) take({ lng: pick.lng, lat: pick.lat });
          }),
    [room, take],
  );
  return useMemo(() => ({ take, setTake }), [take, setTake]);
}
