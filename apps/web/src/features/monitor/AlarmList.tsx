// The queue's rows, one for each fire, virtualized. A new row on top does not move the rows in view.
import { ALARM_KINDS, isApproximate } from '@lookout/domain';
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { RowTags, SourceIcon } from '../../entities/alarm/AlarmMarks.tsx';
import { isDemo } from '../../entities/alarm/details.ts';
import { locationWithin } from '../../entities/alarm/location-text.ts';
import type { FoldedFire } from '../../entities/incident/folding.ts';
import { useOperatingMode } from '../../entities/operating-mode/mode-records.ts';
import { drillAttributes } from '../../shared/DrillTag.tsx';
import { ageText, shortTime } from '../../shared/time-text.ts';
import { isUnread } from './desk.ts';
import { useMessages } from './messages.ts';
import type { AlarmOpener } from './open-alarm.ts';
import { indexOfAlarm } from './queue.ts';
import { useDeskState } from './use-desk.ts';
import { scrollFor, useVirtualRows } from './use-virtual-rows.ts';

/** Matches the row height in monitor.css. */
const ROW_PIXELS = 82;

export function AlarmList({ fires, opener }: { readonly fires: readonly FoldedFire[]; readonly opener: AlarmOpener }) {
  const messages = useMessages();
  const scroller = useRef<HTMLDivElement>(null);
  const topRow = useRef<{ readonly id: string; readonly offset: number } | null>(null);
  const { first, end } = useVirtualRows(scroller, ROW_PIXELS, fires.length);
  const currentId = useDeskState((state) => state.current?.id ?? null);
  const marks = useDeskState((state) => state.marks);
  const now = useDeskState((state) => state.now);
  const label = useOperatingMode() === 'emergency' ? messages.panel.listByDanger : messages.panel.list;

  // When scrolled down, the rows in view stay in place; at the top, the new row is shown.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const held = topRow.current;
    if (held !== null && box.scrollTop > 0) {
      const index = fires.findIndex(({ id }) => id === held.id);
      if (index >= 0) box.scrollTop = index * ROW_PIXELS + held.offset;
    }
    const note = () => {
      const fire = fires[Math.floor(box.scrollTop / ROW_PIXELS)];
      topRow.current = fire ? { id: fire.id, offset: box.scrollTop % ROW_PIXELS } : null;
    };
    note();
    box.addEventListener('scroll', note, { passive: true });
    return () => box.removeEventListener('scroll', note);
  }, [fires]);

  const list = useRef(fires);
  useEffect(() => {
    list.current = fires;
  });
  useEffect(() => {
    const box = scroller.current;
    const index = currentId === null ? -1 : indexOfAlarm(list.current, currentId);
    if (box === null || index < 0) return;
    const top = scrollFor(index, ROW_PIXELS, box.scrollTop, box.clientHeight);
    if (top !== null) box.scrollTop = top;
  }, [currentId]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
    <section ref={scroller} className="alarm-list" aria-label={label} tabIndex={0}>
      <ol style={{ height: fires.length * ROW_PIXELS }}>
        {fires.slice(first, end).map((fire, index) => (
          <Row
            key={fire.id}
            fire={fire}
            top={(first + index) * ROW_PIXELS}
            position={first + index + 1}
            count={fires.length}
            isCurrent={fire.alarms.some(({ id }) => id === currentId)}
            unread={fire.alarms.some((alarm) => isUnread(marks, alarm))}
            now={now}
            opener={opener}
          />
        ))}
      </ol>
    </section>
  );
}

/** By what a fire was seen, in the order of the sources. */
const kindsOf = (alarms: FoldedFire['alarms']) => {
  const kinds = new Set(alarms.map(({ facts }) => facts.kind));
  return ALARM_KINDS.filter((kind) => kinds.has(kind));
};

interface RowProps {
  readonly fire: FoldedFire;
  readonly top: number;
  readonly position: number;
  readonly count: number;
  readonly isCurrent: boolean;
  readonly unread: boolean;
  readonly now: number;
  readonly opener: AlarmOpener;
}

const Row = memo(function Row({ fire: { lead: alarm, alarms }, top, position, count, isCurrent, unread, now, opener }: RowProps) {
  const messages = useMessages();
  const { times, panel } = messages;
  const { kind } = alarm.facts;
  const seen = { satellite: times.overpass, camera: times.seen, report: times.reported, smoke: times.seen, danger: times.checked }[kind];
  return (
    <li style={{ transform: `translateY(${top}px)` }} aria-setsize={count} aria-posinset={position}>
      <button
        type="button"
        className="alarm-row list-row"
        data-unread={unread}
        {...drillAttributes(alarm)}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => opener.open(alarm, 'list')}
        onDoubleClick={() => opener.fly(alarm)}
      >
        <span className="row-line line">
          <SourceIcon kind={kind} />
          <span className="hint">{messages.alarm.kinds[kind]}</span>
          {alarms.length > 1 && (
            <span className="tag row-tag tabular" title={panel.foldedTitle(alarms.length)}>
              {kindsOf(alarms).map((other) => (
                <SourceIcon key={other} kind={other} size={10} />
              ))}
              {panel.folded(alarms.length)}
            </span>
          )}
          {unread && (
            <span className="row-unread">
              <span className="visually-hidden">{panel.unreadMark}</span>
            </span>
          )}
          <RowTags alarm={alarm} />
          <span className="row-age tabular hint">{ageText(alarm.observedAt, now, messages.alarm.age)}</span>
        </span>
        <span className="row-line line">
          <span className="row-grid cut">{alarm.gridName}</span>
          {isDemo(alarm) && (
            <span className="tag row-tag made-up" title={panel.demoHint}>
              {messages.alarm.demo}
            </span>
          )}
          {isApproximate(alarm) && (
            <span className="tag row-tag made-up" title={panel.approximateHint}>
              {messages.alarm.approximate}
            </span>
          )}
          <span className="row-place cut" title={alarm.formattedAddress}>
            {locationWithin(alarm)}
          </span>
        </span>
        <span className="row-line row-times tabular hint line">
          <span>
            {seen} {shortTime(alarm.observedAt, now)}
          </span>
          <span>
            {times.arrived} {shortTime(alarm.arrivedAt, now)}
          </span>
        </span>
      </button>
    </li>
  );
});
