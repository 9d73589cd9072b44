// 辅助决策 (/manage/decision): the fires that wait for a decision, and beside the map everything to decide one of them by.
import { useEffect } from 'react';
import { GlobeStage } from '../../globe/GlobeStage.tsx';
import { MapControls, ModeSwitch } from '../../globe/MapControls.tsx';
import { useGlobeState } from '../../globe/use-globe-room.ts';
import { useServices } from '../../shared/services.ts';
import { useUrlState } from '../../shared/url-state.ts';
import { FireBriefing } from './FireBriefing.tsx';
import { FireList } from './FireList.tsx';
import { useDecisionMessages } from './messages.ts';
import { NO_SURROUNDINGS, surroundingsOf } from './surroundings-part.ts';
import './decision.css';

export function DecisionPage() {
  const messages = useDecisionMessages();
  const globe = useGlobeState();
  const store = surroundingsOf(useServices());
  useEffect(() => () => store.setState(NO_SURROUNDINGS), [store]);
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
    <aside className="decision-panel panel" aria-label={messages.title}>
      {fireId === null ? <FireList url={url} /> : <FireBriefing key={fireId} fireId={fireId} url={url} />}
    </aside>
  );
}
