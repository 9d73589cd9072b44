// The open panels, at most one a side: 360 px above the bar.
import { CloseOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { PlaceTakingContext } from '../../../globe/PointField.tsx';
import { type TabRow, useTitle } from '../../../manifest/web-feature.ts';
import { ErrorBoundary, RequireRight } from '../../../shared/ErrorBoundary.tsx';
import { useEscape } from '../../../shared/escape.ts';
import { IconButton } from '../../../shared/IconButton.tsx';
import { useConnection } from '../../../shared/services.ts';
import { isBroken } from '../../../stores/connection.ts';
import './tabs.css';
import { useTabMessages } from './messages.ts';
import type { Tabs } from './use-tabs.ts';

export function TabPanels({ tabs, rows }: { readonly tabs: Tabs; readonly rows: readonly TabRow[] }) {
  const open = rows.filter(({ id, side, Panel }) => tabs[side] === id && Panel !== null);
  return (
    <PlaceTakingContext value={tabs}>
      {open.map((row) => (
        <TabPanel key={row.id} row={row} onClose={() => tabs.toggle(row.id)} />
      ))}
    </PlaceTakingContext>
  );
}

function TabPanel({ row, onClose }: { readonly row: TabRow; readonly onClose: () => void }) {
  const { id, side, right, Panel } = row;
  const messages = useTabMessages();
  const line = useConnection();
  const title = useTitle()(row.title);
  useEscape(true, onClose);
  return (
    <aside className="tab-panel side-panel panel" data-side={side} aria-label={title}>
      <header className="panel-head">
        <h2>{title}</h2>
        <IconButton label={messages.close(title)} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      {isBroken(line) && (
        <p className="tab-stale" role="status">
          {messages.stale}
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
