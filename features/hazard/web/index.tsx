// 地质灾害: hazard points, their warnings and counts in a panel next to the map, and one point in a drawer.
import { LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import type { Named } from '@lookout/domain';
import { GlobeStage } from '@lookout/web/globe/GlobeStage.tsx';
import { MapControls, ModeSwitch } from '@lookout/web/globe/MapControls.tsx';
import { PositionTakingContext, useTakenClicks } from '@lookout/web/globe/PointField.tsx';
import { useGlobeRoom, useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { useServices } from '@lookout/web/shared/services.ts';
import { ImportDialog } from '@lookout/web/shared/table/ImportDialog.tsx';
import { useUndo } from '@lookout/web/shared/undo/use-undo.tsx';
import { oneOf, useUrlState } from '@lookout/web/shared/url-state.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { HAZARD_COLUMNS } from '../hazard.calls.ts';
import type { Hazard } from '../hazard.ts';
import { CountsTab } from './CountsTab.tsx';
import { HazardDrawer } from './HazardDrawer.tsx';
import { HazardForm } from './HazardForm.tsx';
import { hazardMapOf } from './hazards-part.ts';
import { useHazardMessages } from './messages.ts';
import { PointsTab } from './PointsTab.tsx';
import { WarningsTab } from './WarningsTab.tsx';
import './hazard.css';
import { COVERS_MAP } from '@lookout/web/globe/covered.ts';

const TABS = ['points', 'warnings', 'counts'] as const;
const isRelevant = ({ kind }: { readonly kind: string }): boolean => kind === 'hazard-warning-changed';
/** A new warning must be visible in the table within a second. */
const REFETCH_MS = 300;

/** null: no form. `hazard` null: a new point. */
type Edited = { readonly hazard: Named<Hazard> | null } | null;

export function HazardPage() {
  const messages = useHazardMessages();
  const services = useServices();
  const queries = useQueryClient();
  const url = useUrlState();
  const globe = useGlobeState();
  const tab = oneOf(TABS, url.get('tab')) ?? 'points';
  const point = url.get('point');
  const [edited, setEdited] = useState<Edited>(null);
  const [isFolded, setFolded] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const taking = useTakenClicks();
  const hazardMap = hazardMapOf(services);
  useEffect(() => {
    hazardMap.setState({ isOnPage: true });
    return () => hazardMap.setState({ isOnPage: false });
  }, [hazardMap]);
  useHazardClicks(edited === null, (id) => choose(id));
  useLiveRefetch(isRelevant, () => queries.invalidateQueries({ queryKey: ['hazards'] }), REFETCH_MS);

  // The table stays on its page. Only a change of filters returns to the first page.
  const choose = (id: string | null) => url.set({ point: id, page: url.get('page') });
  const changed = () => {
    void queries.invalidateQueries({ queryKey: ['hazards'] });
    hazardMap.setState(({ changes }) => ({ changes: changes + 1 }));
  };
  const undo = useUndo((id) => services.client.hazard.restoreHazard({ body: { id }, silent: true }), changed);
  const actions = (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited({ hazard: null })}>
        {messages.add}
      </Button>
      <Button onClick={() => setImporting(true)}>{messages.import}</Button>
    </>
  );

  return (
    <PositionTakingContext value={taking}>
      <div className="hazard-page" data-panel={edited !== null ? 'none' : isFolded ? 'folded' : 'open'} data-drawer={point !== null}>
        <GlobeStage initialView={null} />
        {globe.kind === 'ready' && (
          <>
            <MapControls globe={globe.globe} />
            <ModeSwitch globe={globe.globe} />
          </>
        )}
        {edited === null && (
          <aside {...COVERS_MAP} className="hazard-panel panel" aria-label={messages.title} data-folded={isFolded}>
            <IconButton
              className="hazard-fold"
              label={isFolded ? messages.unfold : messages.fold}
              icon={isFolded ? <RightOutlined /> : <LeftOutlined />}
              aria-expanded={!isFolded}
              onClick={() => setFolded(!isFolded)}
            />
            {!isFolded && (
              <>
                <header>
                  <h1>{messages.title}</h1>
                  <Segmented
                    value={tab}
                    onChange={(next) => url.set({ tab: next === 'points' ? null : next, text: null })}
                    options={TABS.map((value) => ({ value, label: messages.tabs[value] }))}
                  />
                </header>
                {tab === 'points' && <PointsTab url={url} chosen={point} onChoose={choose} actions={actions} />}
                {tab === 'warnings' && <WarningsTab url={url} onChoose={choose} />}
                {tab === 'counts' && <CountsTab />}
              </>
            )}
          </aside>
        )}
        {point !== null && edited === null && (
          <HazardDrawer
            key={point}
            id={point}
            onEdit={(hazard) => setEdited({ hazard })}
            onClose={() => choose(null)}
            onRemoved={(removed) => {
              choose(null);
              changed();
              undo.offer(removed);
            }}
          />
        )}
        {isImporting && (
          <ImportDialog
            title={messages.importTitle}
            hint={messages.importHint}
            accept=".xlsx,.csv,.txt"
            template={{ name: messages.templateName, columns: HAZARD_COLUMNS.map(({ name }) => name) }}
            send={services.client.hazard.importHazards}
            onWritten={changed}
            onClose={() => setImporting(false)}
          />
        )}
        {edited !== null && (
          <HazardForm
            hazard={edited.hazard}
            onClose={() => setEdited(null)}
            onSaved={(id) => {
              setEdited(null);
              changed();
              choose(id);
            }}
          />
        )}
      </div>
    </PositionTakingContext>
  );
}

/** A click on the mark of a point opens it. */
function useHazardClicks(mayChoose: boolean, onChoose: (id: string) => void): void {
  const room = useGlobeRoom();
  useEffect(
    () =>
      room.onPointer(({ gesture, pick }) => {
        if (gesture === 'click' && pick?.kind === 'hazard' && mayChoose) onChoose(pick.id);
      }),
    [room, mayChoose, onChoose],
  );
}
