// 选址: the places for the next towers, beside the globe that shows them.
import { GlobeStage } from '@lookout/web/globe/GlobeStage.tsx';
import { MapControls, ModeSwitch } from '@lookout/web/globe/MapControls.tsx';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { SitesPanel } from './SitesPanel.tsx';
import '../../coverage/parts/coverage.css';
import './site.css';

export function SitesPage() {
  const globe = useGlobeState();
  return (
    <div className="sites-page">
      <GlobeStage initialView={null} />
      {globe.kind === 'ready' && (
        <>
          <MapControls globe={globe.globe} />
          <ModeSwitch globe={globe.globe} />
        </>
      )}
      <SitesPanel />
    </div>
  );
}
