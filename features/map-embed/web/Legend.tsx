// The legend of the bare map, which is also its layer switch: the layers that the token grants, each with its marks.

import type { MapEmbedLayer } from '@lookout/domain';
import type { MapModule } from '@lookout/web/globe/part.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { RISK_COLOURS } from '@lookout/web/shared/tokens.ts';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { ALARM_KINDS } from '../../alarm/alarm.ts';
import { FlameIcon, SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import type { FireLevel } from '../../danger/fire-level.ts';
import { MOST_MAP_ALARMS, MOST_MAP_RESOURCES } from '../map-embed.calls.ts';
import type { MapView } from '../map-embed.ts';
import { useKindNames } from './AlarmCard.tsx';
import type { AlarmFeed } from './alarm-feed.ts';
import { useFeedState } from './Foot.tsx';
import { shownOf } from './map-parts.ts';
import { useMapMessages } from './messages.ts';

interface Props {
  readonly view: MapView;
  readonly feed: AlarmFeed | null;
  /** null: the map is not loaded yet. */
  readonly map: MapModule | null;
}

const LEVELS = [1, 2, 3, 4, 5] as const satisfies readonly FireLevel[];

export function Legend({ view, feed, map }: Props) {
  const messages = useMapMessages();
  const store = shownOf(useServices());
  const { layers, failed, isCut } = useSyncExternalStore(store.subscribe, store.getState);
  const [isOpen, setOpen] = useState(true);
  const feedState = useFeedState(feed);
  const toggle = (layer: MapEmbedLayer) => {
    const next = new Set(layers);
    if (!next.delete(layer)) next.add(layer);
    store.setState({ layers: next });
  };
  const marks: Partial<Record<MapEmbedLayer, ReactNode>> = { alarms: <AlarmMarks map={map} />, danger: <DangerMarks /> };
  const notes: Partial<Record<MapEmbedLayer, string | false>> = {
    alarms: feedState?.isCut === true && messages.cutAlarms(MOST_MAP_ALARMS),
    resources: isCut && messages.cutResources(MOST_MAP_RESOURCES),
  };
  return (
    <section className="bare-map-legend panel" aria-label={messages.legend}>
      <button type="button" className="bare-map-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? messages.fold : messages.unfold}
      </button>
      {isOpen &&
        view.layers.map((layer) => (
          <div key={layer}>
            <label>
              <input type="checkbox" checked={layers.has(layer)} onChange={() => toggle(layer)} /> {messages.layers[layer]}
              {failed.has(layer) && layers.has(layer) && <span className="bare-map-trouble"> {messages.layerFailed}</span>}
            </label>
            {layers.has(layer) && notes[layer] && <p className="bare-map-trouble">{notes[layer]}</p>}
            {layers.has(layer) && marks[layer]}
          </div>
        ))}
    </section>
  );
}

/** The shape of a mark shows its source; the colour shows its age until it is judged, then its state. */
function AlarmMarks({ map }: { readonly map: MapModule | null }) {
  const messages = useMapMessages();
  const kinds = useKindNames();
  return (
    <>
      <ul>
        {ALARM_KINDS.map((kind) => (
          <li key={kind}>
            <SourceIcon kind={kind} size={14} /> {kinds[kind]}
          </li>
        ))}
        <li>
          <FlameIcon size={14} /> {messages.fire}
        </li>
      </ul>
      {map !== null && (
        <>
          <p className="second">{messages.unjudged}</p>
          <ul>
            {map.AGE_LEGEND.map(({ id, colour }) => (
              <li key={id}>
                <Swatch colour={colour} /> {messages.ages[id]}
              </li>
            ))}
            <li>
              <Swatch colour={map.STATE_COLOURS.false} /> {messages.false}
            </li>
          </ul>
        </>
      )}
    </>
  );
}

function DangerMarks() {
  const messages = useMapMessages();
  return (
    <ul>
      {LEVELS.map((level) => (
        <li key={level}>
          <Swatch colour={RISK_COLOURS[level].fill} /> {messages.level(level)}
        </li>
      ))}
    </ul>
  );
}

/** The colour of a mark on the map, which does not change with the theme. */
const Swatch = ({ colour }: { readonly colour: string }) => (
  <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
    <rect width="12" height="12" rx="2" fill={colour} />
  </svg>
);
