// Next to the map: the located position with its bearings, and the cameras that see a position.
import { CloseOutlined } from '@ant-design/icons';
import type { LngLat } from '@lookout/geo';
import type { GlobeRoom } from '@lookout/web/globe/room.ts';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import type { ReactNode } from 'react';
import { useVideoState } from '../video-store.ts';
import { BearingTray, LocatedCard, Onlookers } from './LocatedCards.tsx';
import { useLocating, useLocatingStore } from './locating-store.ts';
import { useLocatingMessages } from './messages.ts';
import '@lookout/web/globe/globe.css';

export function SightingPanel() {
  const messages = useLocatingMessages();
  const room = useGlobeRoom();
  const store = useLocatingStore();
  const located = useLocating((state) => state.located);
  const hasBearings = useLocating((state) => state.tray.length > 0);
  // An open player shows the bearings next to its pictures.
  const isInPlayer = useVideoState(({ open }) => open !== null);
  const isHere = !isInPlayer && (located !== null || hasBearings);
  const seenFrom = useLocating((state) => state.seenFrom);
  useEscape(seenFrom !== null, () => store.showOnlookers(null));
  if (!isHere && seenFrom === null) return null;
  const show = showOnGlobe(room);
  return (
    <div className="sighting-panels stack">
      {seenFrom !== null && (
        <Panel title={messages.onlookers.title} close={messages.close} onClose={() => store.showOnlookers(null)}>
          <Onlookers key={`${seenFrom.lng},${seenFrom.lat}`} position={seenFrom} />
        </Panel>
      )}
      {isHere && (
        <Panel
          title={messages.locate}
          close={messages.close}
          onClose={() => {
            store.putAside();
            store.clearTray();
          }}
        >
          {located && <LocatedCard located={located} onShow={show} />}
          <BearingTray onShow={show} />
        </Panel>
      )}
    </div>
  );
}

/** Flies to a located position. */
export const showOnGlobe =
  (room: GlobeRoom) =>
  ({ lng, lat }: LngLat): void => {
    const state = room.state();
    if (state.kind === 'ready') void state.globe.flyTo({ lng, lat, rangeMetres: state.map.POPUP_FLY_IN_RANGE_METRES });
  };

function Panel(props: { readonly title: string; readonly close: string; readonly onClose: () => void; readonly children: ReactNode }) {
  const { title, close, onClose, children } = props;
  return (
    <section className="sighting-panel panel" aria-label={title}>
      <header className="panel-head">
        <h2>{title}</h2>
        <IconButton label={close} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      <div className="sighting-body stack">{children}</div>
    </section>
  );
}
