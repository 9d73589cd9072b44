// 辅助决策 (/manage/decision): the fires that wait for a decision, and next to the map the facts to decide one of them.

import { GlobeStage } from '@lookout/web/globe/GlobeStage.tsx';
import { MapControls, ModeSwitch } from '@lookout/web/globe/MapControls.tsx';
import { useGlobeRoom, useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { useEffect } from 'react';
import { RUN } from '../../spread/parts/use-spread.ts';
import { FireBriefing } from './FireBriefing.tsx';
import { FireList } from './FireList.tsx';
import { useDecisionMessages } from './messages.ts';
import './decision.css';
import { COVERS_MAP } from '@lookout/web/globe/covered.ts';

export function DecisionPage() {
  const messages = useDecisionMessages();
  const globe = useGlobeState();
  const room = useGlobeRoom();
  const { set } = useUrlState();
  // A click on a map marker selects its fire, like a row of the list.
  useEffect(
    () =>
      room.onPointer(({ gesture, pick }) => {
        if (gesture === 'click' && (pick?.kind === 'alarm' || pick?.kind === 'fire')) set({ fireId: pick.id, [RUN]: null });
      }),
    [room, set],
  );
  return (
    <div className="decision">
      <h1 className="visually-hidden">{messages.title}</h1>
      <GlobeStage initialView={null} />
      {globe.kind === 'ready' && (
        <>
          <MapControls globe={globe.globe} />
          <ModeSwitch globe={globe.globe} />
        </>
      )}
      <DecisionPanel />
    </div>
  );
}

/** The list, or the fire that the address names. */
export function DecisionPanel() {
  const messages = useDecisionMessages();
  const url = useUrlState();
  const fireId = url.get('fireId');
  return (
    <aside {...COVERS_MAP} className="decision-panel panel" aria-label={messages.title}>
      {fireId === null ? <FireList url={url} /> : <FireBriefing key={fireId} fireId={fireId} url={url} />}
    </aside>
  );
}
