// The open panels, at most one a side: 360 px above the bar.
import { CloseOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { ErrorBoundary } from '../../../shared/ErrorBoundary.tsx';
import { useEscape } from '../../../shared/escape.ts';
import { IconButton } from '../../../shared/IconButton.tsx';
import { RequireRight } from '../../../shared/RequireRight.tsx';
import { useConnection } from '../../../shared/services.ts';
import { isBroken } from '../../../stores/connection.ts';
import { LEFT_ROWS, RIGHT_ROWS } from './tab-table.tsx';
import './tabs.css';
import { TabsContext } from './tabs-context.ts';
import type { Tabs } from './use-tabs.ts';
import { useTabWords } from './words.ts';

export function TabPanels({ tabs }: { readonly tabs: Tabs }) {
  const left = LEFT_ROWS.find(({ id }) => id === tabs.left);
  const right = RIGHT_ROWS.find(({ id }) => id === tabs.right);
  return (
    <TabsContext value={tabs}>
      {left && <TabPanel key={left.id} side="left" row={left} onClose={() => tabs.toggle(left.id)} />}
      {right?.Panel && <TabPanel key={right.id} side="right" row={right} onClose={() => tabs.toggle(right.id)} />}
    </TabsContext>
  );
}

interface Props {
  readonly side: 'left' | 'right';
  readonly row: (typeof LEFT_ROWS)[number] | (typeof RIGHT_ROWS)[number];
  readonly onClose: () => void;
}

function TabPanel({ side, row: { id, right, Panel }, onClose }: Props) {
  const words = useTabWords();
  const line = useConnection();
  const title = words.tabs[id];
  useEscape(true, onClose);
  return (
    <aside className="tab-panel side-panel panel" data-side={side} aria-label={title}>
      <header className="panel-head">
        <h2>{title}</h2>
        <IconButton label={words.close(title)} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      {isBroken(line) && (
        <p className="tab-stale" role="status">
          {words.stale}
        </p>
      )}
      <RequireRight right={right} page={title}>
        <ErrorBoundary resetKey={id}>
          <Suspense fallback={<Skeleton active className="tab-wait" />}>{Panel && <Panel />}</Suspense>
        </ErrorBoundary>
      </RequireRight>
    </aside>
  );
}
