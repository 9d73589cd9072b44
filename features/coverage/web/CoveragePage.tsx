// 护林视域 (/coverage): the globe with the pictures of coverage, and beside it the figures by grid and by mast, and the trial of a mast.

import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { COVERS_MAP } from '@lookout/web/globe/covered.ts';
import { GlobeStage } from '@lookout/web/globe/GlobeStage.tsx';
import { MapControls, ModeSwitch } from '@lookout/web/globe/MapControls.tsx';
import { PositionTakingContext, useTakenClicks } from '@lookout/web/globe/PointField.tsx';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { SetupLinks } from '@lookout/web/manifest/SetupLinks.tsx';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { useServices } from '@lookout/web/shared/services.ts';
import { GridFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { oneOf, type UrlState, useUrlState } from '@lookout/web/shared/url-state.ts';
import { Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { coverageShownOf } from '../parts/coverage-part.ts';
import { useCoverageMessages } from '../parts/messages.ts';
import { GridFigures } from './GridFigures.tsx';
import { MastList } from './MastList.tsx';
import { useCoveragePageMessages } from './messages.ts';
import { Trial } from './Trial.tsx';
import './coverage-page.css';

const LISTS = ['grids', 'masts', 'trial'] as const;

export function CoveragePage() {
  const { title } = useCoverageMessages();
  const messages = useCoveragePageMessages();
  const store = coverageShownOf(useServices());
  const globe = useGlobeState();
  const taking = useTakenClicks();
  const url = useUrlState();
  const list = oneOf(LISTS, url.get('list')) ?? 'grids';
  const [isFolded, setFolded] = useState(false);
  useEffect(() => {
    store.setState({ isOnPage: true });
    return () => store.setState({ isOnPage: false, single: null });
  }, [store]);
  return (
    <PositionTakingContext value={taking}>
      <div className="coverage-page" data-panel={isFolded ? 'folded' : list}>
        <GlobeStage initialView={null} />
        {globe.kind === 'ready' && (
          <>
            <MapControls globe={globe.globe} />
            <ModeSwitch globe={globe.globe} />
          </>
        )}
        <aside {...COVERS_MAP} className="coverage-panel panel" aria-label={title}>
          <IconButton
            className="coverage-fold"
            label={isFolded ? messages.unfold : messages.fold}
            icon={isFolded ? <RightOutlined /> : <LeftOutlined />}
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          />
          {!isFolded && <Panel title={title} list={list} url={url} />}
        </aside>
      </div>
    </PositionTakingContext>
  );
}

interface PanelProps {
  readonly title: string;
  readonly list: (typeof LISTS)[number];
  readonly url: UrlState;
}

function Panel({ title, list, url }: PanelProps) {
  const messages = useCoveragePageMessages();
  return (
    <>
      <header>
        <h1>{title}</h1>
        <SetupLinks to={['/sites', 'device', 'monitorConfig']} />
      </header>
      <search className="line coverage-filters">
        <Segmented
          aria-label={messages.list}
          value={list}
          onChange={(next) => url.set({ list: next === 'grids' ? null : next, mast: next === 'grids' ? null : url.get('mast') })}
          options={LISTS.map((value) => ({ value, label: messages.lists[value] }))}
        />
        <GridFilter url={url} />
      </search>
      <List list={list} url={url} />
    </>
  );
}

function List({ list, url }: Omit<PanelProps, 'title'>) {
  const gridNo = useGridFilter(url);
  if (gridNo === null) return null;
  switch (list) {
    case 'grids':
      return <GridFigures gridNo={gridNo} />;
    case 'masts':
      return <MastList gridNo={gridNo} url={url} />;
    case 'trial':
      return <Trial key={url.get('mast')} gridNo={gridNo} url={url} />;
  }
}
