// Beside the map: the located position with its bearings, and the cameras that see a position.
import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { BearingTray, LocatedCard, Onlookers } from '../../entities/camera/locating/LocatedCards.tsx';
import { useLocating, useLocatingStore } from '../../entities/camera/locating/locating-store.ts';
import { useLocatingMessages } from '../../entities/camera/locating/messages.ts';
import { useEscape } from '../../shared/escape.ts';
import { IconButton } from '../../shared/IconButton.tsx';
import { useGlobeRoom } from '../use-globe-room.ts';
import '../globe.css';

export function SightingPanel() {
  const messages = useLocatingMessages();
  const room = useGlobeRoom();
  const store = useLocatingStore();
  const located = useLocating((state) => state.located);
  const hasBearings = useLocating((state) => state.tray.length > 0);
  const seenFrom = useLocating((state) => state.seenFrom);
  useEscape(seenFrom !== null, () => store.showOnlookers(null));
  if (located === null && !hasBearings && seenFrom === null) return null;
  const show = ({ lng, lat }: { readonly lng: number; readonly lat: number }) => {
    const state = room.state();
    if (state.kind === 'ready') void state.globe.flyTo({ lng, lat, rangeMetres: state.map.POPUP_FLY_IN_RANGE_METRES });
  };
  return (
    <div className="sighting-panels stack">
      {seenFrom !== null && (
        <Panel title={messages.onlookers.title} close={messages.close} onClose={() => store.showOnlookers(null)}>
          <Onlookers key={`${seenFrom.lng},${seenFrom.lat}`} position={seenFrom} />
        </Panel>
      )}
      {(located !== null || hasBearings) && (
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
