// Where a page shows the globe: the room's own element is put here and taken back when the page goes, so the globe outlives the page.
import { useCallback, useContext, useLayoutEffect, useRef } from 'react';
import { VideoStage } from '../entities/camera/DualPlayer.tsx';
import './globe.css';
import { FeatureCard } from './layers/FeatureCard.tsx';
import { useGlobeMessages } from './messages.ts';
import { PartsContext } from './part.ts';
import { allParts } from './parts.ts';
import { PlaceCard } from './places/PlaceCard.tsx';
import { SightingPanel } from './sightings/SightingPanel.tsx';
import { useGlobeRoom, useGlobeState } from './use-globe-room.ts';
import type { AddressedView } from './view-text.ts';

/** @param initialView what a copied link asks for; only the first stage of a session opens with it */
export function GlobeStage({ initialView }: { readonly initialView: AddressedView | null }) {
  const room = useGlobeRoom();
  const state = useGlobeState();
  const ofFeatures = useContext(PartsContext);
  const loadParts = useCallback(async () => allParts(await ofFeatures()), [ofFeatures]);
  const messages = useGlobeMessages();
  const host = useRef<HTMLElement>(null);
  const first = useRef(initialView);

  useLayoutEffect(() => {
    host.current?.append(room.element);
    if (room.state().kind === 'closed') room.open(first.current, loadParts);
    return () => room.element.remove();
  }, [room, loadParts]);

  return (
    <section ref={host} className="globe-stage" aria-label={messages.map} data-state={state.kind}>
      {state.kind === 'ready' && <PlaceCard />}
      {state.kind === 'ready' && <FeatureCard />}
      {state.kind === 'ready' && <SightingPanel />}
      <VideoStage />
      {state.kind === 'loading' && (
        <p className="globe-message" role="status">
          {messages.loading}
        </p>
      )}
      {state.kind === 'broken' && (
        <div className="globe-message" role="alert">
          <h2>{messages.broken}</h2>
          <p>{messages.brokenHint}</p>
          <button type="button" className="plain-button" onClick={() => room.open(room.view(), loadParts)}>
            {messages.retry}
          </button>
        </div>
      )}
    </section>
  );
}
