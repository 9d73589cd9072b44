// The bar at the bottom, 44 px (specification §2 "Bottom tab toggles"): tabs at the left, read-outs in the middle, sound and tabs at the right.
import { AimOutlined, MutedOutlined, SoundOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Readouts } from '../../globe/Readouts.tsx';
import { useGlobeState } from '../../globe/use-globe-room.ts';
import { type TabRow, useTitle } from '../../manifest/web-feature.ts';
import { useServices } from '../../shared/services.ts';
import { isMuted, MUTE_CHOICES } from '../../shared/sound.ts';
import { marks } from '../../shared/text/marks.ts';
import { clockText } from '../../shared/time-text.ts';
import { countUnread } from './desk.ts';
import { useMessages } from './messages.ts';
import { useTabMessages } from './tabs/messages.ts';
import type { Tabs } from './tabs/TabPanels.tsx';
import { QUEUE_TAB } from './tabs/tabs.ts';
import { useDesk, useDeskState } from './use-desk.ts';
import { useQueue } from './use-queue.ts';

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
  const isLive = useServices().replay === null;
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
      {isLive && <SoundControl />}
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
  const isOpen = tabs.left === id || tabs.right === id;
  return (
    <button type="button" className="bar-tab" aria-pressed={isOpen} title={name} onClick={() => tabs.toggle(id)}>
      <Icon /> <span className="bar-tab-name">{name}</span>
      {children}
    </button>
  );
}

function Unread() {
  const messages = useMessages();
  const { alarms } = useQueue();
  const marks = useDeskState((state) => state.marks);
  const unread = countUnread(marks, alarms);
  if (unread === 0) return null;
  return (
    <span className="unread-badge tabular">
      <span aria-hidden="true">{unread > 999 ? '999+' : unread}</span>
      <span className="visually-hidden">{messages.panel.unread(unread)}</span>
    </span>
  );
}

/** Always shows whether the alarm sounds and when a silence ends. */
function SoundControl() {
  const messages = useMessages();
  const desk = useDesk();
  const mute = useDeskState((state) => state.mute);
  const now = useDeskState((state) => state.now);
  const blocked = useSyncExternalStore(desk.chime.subscribe, desk.chime.blocked);
  const muted = isMuted(mute, now);
  const text = !muted
    ? messages.sound.on
    : mute.kind === 'until'
      ? messages.sound.until(clockText(new Date(mute.at), now))
      : messages.sound.off;
  return (
    <>
      {blocked && !muted && (
        <span className="sound-blocked note" role="status" title={messages.sound.blocked}>
          {messages.sound.blockedShort}
        </span>
      )}
      <Dropdown
        trigger={['click']}
        placement="topRight"
        menu={{
          items: [
            ...(muted ? [{ key: 'on', label: messages.sound.switchOn }, { type: 'divider' as const }] : []),
            ...MUTE_CHOICES.map(({ id }) => ({ key: id, label: messages.sound.choices[id] })),
          ],
          onClick: ({ key }) => {
            desk.silence(MUTE_CHOICES.find(({ id }) => id === key)?.id ?? null);
          },
        }}
      >
        <button
          type="button"
          className="bar-tab sound-control"
          data-muted={muted}
          aria-label={`${messages.sound.label}${marks().colon}${text}`}
        >
          {muted ? <MutedOutlined aria-hidden="true" /> : <SoundOutlined aria-hidden="true" />} <span className="tabular">{text}</span>
        </button>
      </Dropdown>
    </>
  );
}
