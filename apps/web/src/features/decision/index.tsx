// 辅助决策: the situation of a fire beside the globe.
import { GlobeStage } from '../../globe/GlobeStage.tsx';
import { MapControls } from '../../globe/MapControls.tsx';
import { useGlobeState } from '../../globe/use-globe-room.ts';
import { useUrlState } from '../../shared/url-state.ts';
import { SituationTab } from './situation/SituationTab.tsx';
import './decision.css';

export function DecisionPage() {
  const globe = useGlobeState();
  const fireId = useUrlState().get('fireId');
  return (
    <div className="decision-page">
      <GlobeStage initialView={null} />
      {globe.kind === 'ready' && <MapControls globe={globe.globe} />}
      <aside className="decision-panel side-panel panel">{fireId !== null && <SituationTab key={fireId} fireId={fireId} />}</aside>
    </div>
  );
}
