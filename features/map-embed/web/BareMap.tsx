// The opened bare map: globe, legend, scale, demo notices, and the link to the full system.
import { HomeOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { parseGridNo } from '@lookout/domain';
import type { Globe } from '@lookout/map';
import { DEFAULT_HOME, homeOf } from '@lookout/region';
import { GroundNote } from '@lookout/web/globe/ground-part.tsx';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { Readouts } from '@lookout/web/globe/Readouts.tsx';
import { useGlobeRoom, useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import type { AddressedView } from '@lookout/web/globe/view-text.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { region } from '@region';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { MapView } from '../map-embed.ts';
import { AlarmCard } from './AlarmCard.tsx';
import type { MapAddress } from './address.ts';
import { type AlarmFeed, startAlarmFeed } from './alarm-feed.ts';
import { FeedLine, Marks } from './Foot.tsx';
import { Legend } from './Legend.tsx';
import { mapParts, shownOf } from './map-parts.ts';
import { useMapMessages } from './messages.ts';
import '@lookout/web/globe/globe.css';
import '@lookout/web/shared/pieces.css';

interface Props {
  readonly view: MapView;
  readonly address: MapAddress;
  /** The token is no longer valid. */
  readonly onOver: (reason: string | null) => void;
}

export function BareMap({ view, address, onOver }: Props) {
  const services = useServices();
  const messages = useMapMessages();
  const globeMessages = useGlobeMessages();
  const room = useGlobeRoom();
  const state = useGlobeState();
  const store = shownOf(services);
  const host = useRef<HTMLElement>(null);
  const feed = useFeed(view, address, onOver);

  const open = useCallback(
    (at: AddressedView | null) => {
      const gridNo = parseGridNo(view.gridNo);
      if (gridNo === null) return;
      room.open(at, async () => mapParts({ granted: view.layers, gridNo, feed, windowAt: address.windowAt }));
    },
    [room, view, feed, address],
  );
  useLayoutEffect(() => {
    const wanted = address.layers;
    store.setState({ layers: new Set(view.layers.filter((layer) => wanted === null || wanted.includes(layer))) });
    host.current?.append(room.element);
    // The alarms' part needs its feed when it is mounted.
    if (feed === null && view.layers.includes('alarms')) return;
    open(address.view ?? homeViewOf(view));
    return () => room.element.remove();
  }, [room, store, view, address, feed, open]);
  useEffect(
    () =>
      room.onPointer(({ gesture, pick }) => {
        if (gesture !== 'click') return;
        const id = pick?.kind === 'alarm' || pick?.kind === 'fire' ? pick.id : null;
        store.setState({ selected: feed?.get().alarms.find((alarm) => alarm.id === id) ?? null });
      }),
    [room, store, feed],
  );
  const selected = useSyncExternalStore(store.subscribe, () => store.getState().selected);

  return (
    <main className="bare-map">
      <section ref={host} className="globe-stage" aria-label={messages.map} data-state={state.kind}>
        {state.kind === 'loading' && (
          <p className="globe-message" role="status">
            {globeMessages.loading}
          </p>
        )}
        {state.kind === 'broken' && (
          <div className="globe-message" role="alert">
            <h2>{messages.broken}</h2>
            <p>{globeMessages.brokenHint}</p>
            <button type="button" className="plain-button" onClick={() => open(room.view())}>
              {globeMessages.retry}
            </button>
          </div>
        )}
      </section>
      {state.kind === 'ready' && <Controls globe={state.globe} />}
      <Legend view={view} feed={feed} map={state.kind === 'ready' ? state.map : null} />
      {selected !== null && <AlarmCard alarm={selected} onClose={() => store.setState({ selected: null })} />}
      <footer className="bare-map-foot panel">
        <FeedLine feed={feed} />
        {state.kind === 'ready' && <Readouts globe={state.globe} />}
        <Marks view={view} />
      </footer>
      {state.kind === 'ready' && <GroundNote globe={state.globe} />}
    </main>
  );
}

/** Polls the alarms while the page is open; null: the map shows no alarms. */
function useFeed(view: MapView, { windowAt, gridNo }: MapAddress, onOver: Props['onOver']): AlarmFeed | null {
  const { client, now } = useServices();
  const showsAlarms = view.layers.includes('alarms');
  const [feed, setFeed] = useState<AlarmFeed | null>(null);
  useEffect(() => {
    if (!showsAlarms) return;
    const started = startAlarmFeed({ client, gridNo, windowAt, now, window, onOver });
    setFeed(started);
    return () => {
      started.stop();
      setFeed(null);
    };
  }, [client, gridNo, windowAt, now, onOver, showsAlarms]);
  return feed;
}

/** A vertical view onto the centre of the map's grid. */
function homeViewOf({ gridNo, centre }: MapView): AddressedView {
  const own = parseGridNo(gridNo);
  const home = own === null ? DEFAULT_HOME : homeOf(centre, own, '', region);
  return { ...home, headingDegrees: 0, pitchDegrees: -90, mode: '3d' };
}

function Controls({ globe }: { readonly globe: Globe }) {
  const messages = useMapMessages();
  const names = useGlobeMessages();
  const tools = [
    { label: names.home, icon: <HomeOutlined />, run: () => void globe.home() },
    { label: names.zoomIn, icon: <PlusOutlined />, run: () => globe.zoomBy(0.5) },
    { label: names.zoomOut, icon: <MinusOutlined />, run: () => globe.zoomBy(2) },
  ];
  return (
    <div className="map-controls strip" role="toolbar" aria-label={messages.controls} aria-orientation="vertical">
      {tools.map(({ label, icon, run }) => (
        <button key={label} type="button" title={label} aria-label={label} onClick={run}>
          {icon}
        </button>
      ))}
    </div>
  );
}
