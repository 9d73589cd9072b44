// Where a page shows the globe: the globe's element is moved into the stage and removed with the page, so the globe outlives the page.

import { VideoStage } from '@lookout/features/camera/parts/DualPlayer.tsx';
import { useCallback, useContext, useLayoutEffect, useRef } from 'react';
import './globe.css';
import { alarms } from '@lookout/features/alarm/parts/alarms-part.ts';
import { baseMaps } from '@lookout/features/base-map/parts/base-maps-part.ts';
import { SightingPanel, showOnGlobe } from '@lookout/features/camera/parts/locating/SightingPanel.tsx';
import { cameraViews, sightings } from '@lookout/features/camera/parts/locating/sightings-part.ts';
import { CoverageCard } from '@lookout/features/coverage/parts/CoverageCard.tsx';
import { coverage } from '@lookout/features/coverage/parts/coverage-part.ts';
import { DangerGridCard } from '@lookout/features/danger/parts/danger-grid/DangerGridCard.tsx';
import { dangerGrid } from '@lookout/features/danger/parts/danger-grid/danger-grid-part.ts';
import { fireExtent } from '@lookout/features/incident/parts/fire-extent-part.ts';
import { FeatureCard } from '@lookout/features/map-layer/parts/FeatureCard.tsx';
import { scenes, vectorLayers } from '@lookout/features/map-layer/parts/imported-parts.ts';
import { plots } from '@lookout/features/plot/parts/plots-part.ts';
import { markers, track } from '@lookout/features/resource/parts/markers-part.ts';
import { peopleSafety } from '@lookout/features/safety/parts/safety-part.ts';
import { ReachPanel } from '@lookout/features/travel/parts/ReachPanel.tsx';
import { travelled } from '@lookout/features/travel/parts/travel-part.ts';
import { useSharedMessages } from '../shared/text/messages.ts';
import { boundaries } from './boundaries/boundaries-part.ts';
import { baseGround, ground } from './ground-part.tsx';
import { highlight } from './highlight-part.ts';
import { MarkChooser } from './MarkChooser.tsx';
import { MarkerCard } from './MarkerCard.tsx';
import { useGlobeMessages } from './messages.ts';
import { names } from './names/names-part.ts';
import { type GlobePart, PartsContext } from './part.ts';
import { useGlobeRoom, useGlobeState } from './use-globe-room.ts';
import type { AddressedView } from './view-text.ts';

/** @param initialView the view of a copied link; used only by the first stage of a session */
export function GlobeStage({ initialView }: { readonly initialView: AddressedView | null }) {
  const room = useGlobeRoom();
  const state = useGlobeState();
  const ofFeatures = useContext(PartsContext);
  const loadParts = useCallback(async () => allParts(await ofFeatures()), [ofFeatures]);
  const messages = useGlobeMessages();
  const { common } = useSharedMessages();
  const host = useRef<HTMLElement>(null);
  const first = useRef(initialView);

  useLayoutEffect(() => {
    host.current?.append(room.element);
    if (room.state().kind === 'closed') room.open(first.current, loadParts);
    return () => room.element.remove();
  }, [room, loadParts]);

  return (
    <section ref={host} className="globe-stage" aria-label={messages.map} data-state={state.kind}>
      {state.kind === 'ready' && <MarkerCard />}
      {state.kind === 'ready' && <MarkChooser />}
      {state.kind === 'ready' && <FeatureCard />}
      {state.kind === 'ready' && (
        <div className="layer-cards">
          <DangerGridCard />
          <CoverageCard />
        </div>
      )}
      {state.kind === 'ready' && <SightingPanel />}
      {state.kind === 'ready' && <ReachPanel map={state.map} />}
      <VideoStage onShow={showOnGlobe(room)} />
      {state.kind === 'loading' && (
        <p className="globe-message" role="status">
          {messages.loading}
        </p>
      )}
      {state.kind === 'broken' && (
        <div className="globe-message" role="alert">
          <h2>{messages.broken}</h2>
          <p>{state.isScript ? common.noScriptHint : messages.brokenHint}</p>
          <button type="button" className="plain-button" onClick={() => room.open(room.view(), loadParts)}>
            {messages.retry}
          </button>
        </div>
      )}
    </section>
  );
}

/** All parts of the globe in mounting order: those that manifests name are drawn above the terrain and below the drawings. */
const allParts = (ofFeatures: readonly GlobePart[]): readonly GlobePart[] => [
  alarms,
  highlight,
  track,
  markers,
  baseGround,
  ground,
  baseMaps,
  dangerGrid,
  coverage,
  boundaries,
  names,
  vectorLayers,
  scenes,
  ...ofFeatures,
  travelled,
  peopleSafety,
  fireExtent,
  plots,
  sightings,
  cameraViews,
];
