// The bar at the bottom, 44 px (specification §2 "Bottom tab toggles"): tabs on the left, readouts in the middle, tabs on the right.
import { AimOutlined } from '@ant-design/icons';
import { Readouts } from '@lookout/web/globe/Readouts.tsx';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { type TabRow, useTitle } from '@lookout/web/manifest/web-feature.ts';
import type { ReactNode } from 'react';
import { useMessages } from './messages.ts';
import { useTabMessages } from './tabs/messages.ts';
import type { Tabs } from './tabs/TabPanels.tsx';
import { isOpen, QUEUE_TAB } from './tabs/tabs.ts';
import { Unread } from './Unread.tsx';

interface Props {
  readonly tabs: Tabs;
  readonly rows: readonly TabRow[];
  readonly entryOpen: boolean;
  readonly onEntry: () => void;
}

export function BottomBar({ tabs, rows, entryOpen, onEntry }: Props) {
  const messages = useMessages();
  const tabMessages = useTabMessages();
  const globe = useGlobeState();
  const on = (side: TabRow['side']) => rows.filter((row) => row.side === side);
  return (
    <section className="bottom-bar panel" aria-label={messages.tabs.bar}>
      <button type="button" className="bar-tab" aria-pressed={entryOpen} disabled={globe.kind !== 'ready'} onClick={onEntry}>
        <AimOutlined aria-hidden="true" /> {messages.tabs.coordinates}
      </button>
      <TabGroup label={tabMessages.left}>
        {on('left').map((row) => (
          <BarTab key={row.id} row={row} tabs={tabs} />
        ))}
      </TabGroup>
      {globe.kind === 'ready' ? <Readouts globe={globe.globe} /> : <span className="readouts hint line" />}
      <TabGroup label={tabMessages.right}>
        {on('right').map((row) => (
          <BarTab key={row.id} row={row} tabs={tabs}>
            {row.id === QUEUE_TAB && <Unread />}
          </BarTab>
        ))}
      </TabGroup>
    </section>
  );
}

function TabGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className="bar-tabs" aria-label={label}>
      {children}
    </nav>
  );
}

interface BarTabProps {
  readonly row: TabRow;
  readonly tabs: Tabs;
  readonly children?: ReactNode;
}

function BarTab({ row: { id, title, Icon }, tabs, children }: BarTabProps) {
  const name = useTitle()(title);
  return (
    <button type="button" className="bar-tab" aria-pressed={isOpen(tabs, id)} title={name} onClick={() => tabs.toggle(id)}>
      <Icon /> <span className="bar-tab-name">{name}</span>
      {children}
    </button>
  );
}
