// 灾后评估: the list of closed fires, and the archive of one next to the globe, which shows the burned area.

import { GlobeStage } from '@lookout/web/globe/GlobeStage.tsx';
import { MapControls, ModeSwitch } from '@lookout/web/globe/MapControls.tsx';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { useState } from 'react';
import { ArchivePanel } from './ArchivePanel.tsx';
import { FireList } from './FireList.tsx';
import { useFireArchiveMessages } from './messages.ts';
import { type ShownOnGlobe, useArchiveOnGlobe } from './use-archive-on-globe.ts';
import './fire-archive.css';
import { COVERS_MAP } from '@lookout/web/globe/covered.ts';

export function FireArchivePage() {
  const messages = useFireArchiveMessages();
  const globe = useGlobeState();
  const url = useUrlState();
  const [shown, setShown] = useState<ShownOnGlobe | null>(null);
  const fireId = url.get('fire');
  useArchiveOnGlobe(fireId === null ? null : shown);
  return (
    <div className="archive-page">
      <GlobeStage initialView={null} />
      {globe.kind === 'ready' && (
        <>
          <MapControls globe={globe.globe} />
          <ModeSwitch globe={globe.globe} />
        </>
      )}
      <aside {...COVERS_MAP} className="archive-panel side-panel panel" aria-label={messages.title}>
        {fireId === null ? (
          <FireList url={url} onOpen={(id) => url.set({ fire: id, page: url.get('page') })} />
        ) : (
          <ArchivePanel key={fireId} fireId={fireId} url={url} onShow={setShown} />
        )}
      </aside>
    </div>
  );
}
