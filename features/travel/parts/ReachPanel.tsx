// How far a team or a helicopter gets in 15, 30 and 60 minutes: the areas on the globe, their legend, and the mode of travel.
import { CloseOutlined } from '@ant-design/icons';
import type { LngLat } from '@lookout/geo';
import type { MapModule } from '@lookout/web/globe/part.ts';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { Button, Segmented, Skeleton } from 'antd';
import { type CSSProperties, useEffect, useState } from 'react';
import { TRAVEL_MODES_OF_KIND, type TravelMode } from '../travel.calls.ts';
import { useTravelMessages } from './messages.ts';
import { EstimateNote } from './TravelNote.tsx';
import { areasOf } from './travel-marks.ts';
import { flyOver, type ReachOf, useReachShown } from './travel-part.ts';
import { isTraveller, useMayEstimate, useReach } from './use-nearest.ts';

interface ActProps {
  readonly kind: string;
  readonly name: string;
  readonly position: LngLat;
}

/** The button in a card; empty for a kind that does not travel, or without the right. */
export function ReachAct({ kind, name, position }: ActProps) {
  const messages = useTravelMessages().reach;
  const may = useMayEstimate();
  const { of, show } = useReachShown();
  if (!may || !isTraveller(kind)) return null;
  const isShown = of !== null && of.name === name && of.position.lng === position.lng && of.position.lat === position.lat;
  return (
    <Button aria-pressed={isShown} onClick={() => show(isShown ? null : { name, position, modes: TRAVEL_MODES_OF_KIND[kind] })}>
      {messages.act}
    </Button>
  );
}

export function ReachPanel({ map }: { readonly map: MapModule }) {
  const { of, show } = useReachShown();
  return of === null ? null : (
    <OpenReach key={`${of.name} ${of.position.lng},${of.position.lat}`} of={of} map={map} onClose={() => show(null)} />
  );
}

interface OpenProps {
  readonly of: ReachOf;
  readonly map: MapModule;
  readonly onClose: () => void;
}

function OpenReach({ of: { name, position, modes }, map, onClose }: OpenProps) {
  const { reach: messages } = useTravelMessages();
  const room = useGlobeRoom();
  const { draw } = useReachShown();
  const [mode, setMode] = useState(modes[0]);
  const { data, error, refetch } = useReach(position, mode);
  useEscape(true, onClose);
  useEffect(() => {
    const areas = data === undefined ? null : areasOf(data);
    draw(areas);
    if (areas !== null)
      flyOver(
        room,
        areas.flatMap(({ polygons }) => polygons.flatMap(([outer = []]) => outer)),
      );
    return () => draw(null);
  }, [data, draw, room]);
  return (
    <section className="reach-panel panel" aria-label={messages.title(name)}>
      <header className="panel-head">
        <h2 className="cut" title={messages.title(name)}>
          {messages.title(name)}
        </h2>
        <IconButton label={messages.close} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      <div className="reach-body stack">
        {modes.length > 1 && (
          <Segmented<TravelMode>
            size="small"
            value={mode}
            aria-label={messages.mode}
            options={modes.map((value) => ({ value, label: messages.modes[value] }))}
            onChange={setMode}
          />
        )}
        {data === undefined && error === null && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
        {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data && (
          <>
            <ul aria-label={messages.legend}>
              {data.areas.map(({ minutes, area }, index) => (
                <li key={minutes} className="line">
                  <span className="reach-swatch" style={{ '--reach': map.reachColour(index) } as CSSProperties} aria-hidden="true" />
                  {messages.within(minutes)}
                  {area.coordinates.length === 0 && <span className="hint">{messages.nothing}</span>}
                </li>
              ))}
            </ul>
            {/* A helicopter does not depend on roads. */}
            <EstimateNote roads={mode === 'helicopter' ? null : data.roads} forecastAt={data.forecastAt} />
          </>
        )}
      </div>
    </section>
  );
}
