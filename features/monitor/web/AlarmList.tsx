// The rows of the queue, one per fire, virtualized. A new row at the top does not move the visible rows.
import { DownOutlined, UpOutlined } from '@ant-design/icons';
import type { GridNo } from '@lookout/domain';
import { drillAttributes } from '@lookout/web/shared/DrillTag.tsx';
import { ageText, shortTime } from '@lookout/web/shared/time-text.ts';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ALARM_KINDS, isApproximate } from '../../alarm/alarm.ts';
import type { AgeStep } from '../../alarm/alarm-age.ts';
import { RowTags, SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { isDemo } from '../../alarm/parts/details.ts';
import { locationWithin } from '../../alarm/parts/location-text.ts';
import { BurningTag } from '../../incident/parts/BurningTag.tsx';
import type { FoldedFire } from '../../incident/parts/folding.ts';
import { isUnread } from './desk.ts';
import { type FireArea, type QueueRow, rowsOf } from './flood.ts';
import { useMessages } from './messages.ts';
import type { AlarmOpener } from './open-alarm.ts';
import type { ArrangedQueue } from './queue-store.ts';
import { useDesk, useDeskState } from './use-desk.ts';
import { scrollFor, useVirtualRows } from './use-virtual-rows.ts';
import { useDutyOfficer, useWaitText } from './use-waiting.ts';

/** Matches the row height in monitor.css. */
const ROW_PIXELS = 68;

interface Props {
  readonly queue: ArrangedQueue;
  readonly opener: AlarmOpener;
}

const keyOf = (row: QueueRow): string => (row.kind === 'area' ? row.area.gridNo : row.fire.id);
const holds = (row: QueueRow, alarmId: string): boolean => row.kind === 'fire' && row.fire.alarms.some(({ id }) => id === alarmId);

export function AlarmList({ queue, opener }: Props) {
  const messages = useMessages();
  const scroller = useRef<HTMLDivElement>(null);
  const topRow = useRef<{ readonly id: string; readonly offset: number } | null>(null);
  const [open, setOpen] = useState<ReadonlySet<GridNo>>(new Set());
  const { shown, areas, isByDanger, isOfBurning, ageOf, risen, now } = queue;
  const { holdTop } = useDesk();
  useEffect(() => () => holdTop(null), [holdTop]);
  const rows = useMemo(
    () => (areas === null ? shown.map((fire): QueueRow => ({ kind: 'fire', fire })) : rowsOf(areas, open)),
    [shown, areas, open],
  );
  const toggle = useCallback((gridNo: GridNo) => {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(gridNo)) next.add(gridNo);
      return next;
    });
  }, []);
  const { first, end } = useVirtualRows(scroller, ROW_PIXELS, rows.length);
  const currentId = useDeskState((state) => state.current?.id ?? null);
  const marks = useDeskState((state) => state.marks);
  const label = isByDanger ? messages.panel.listByDanger : messages.panel.list;

  // When scrolled down, the visible rows keep their position; at the top, the new row is shown.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const held = topRow.current;
    if (held !== null && box.scrollTop > 0) {
      const index = rows.findIndex((row) => keyOf(row) === held.id);
      if (index >= 0) box.scrollTop = index * ROW_PIXELS + held.offset;
    }
    const note = () => {
      const row = rows[Math.floor(box.scrollTop / ROW_PIXELS)];
      topRow.current = row ? { id: keyOf(row), offset: box.scrollTop % ROW_PIXELS } : null;
    };
    note();
    box.addEventListener('scroll', note, { passive: true });
    return () => box.removeEventListener('scroll', note);
  }, [rows]);

  const list = useRef(rows);
  useEffect(() => {
    list.current = rows;
  });
  useEffect(() => {
    const box = scroller.current;
    const index = currentId === null ? -1 : list.current.findIndex((row) => holds(row, currentId));
    if (box === null || index < 0) return;
    const top = scrollFor(index, ROW_PIXELS, box.scrollTop, box.clientHeight);
    if (top !== null) box.scrollTop = top;
  }, [currentId]);

  return (
    <section
      ref={scroller}
      className="alarm-list"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
      tabIndex={0}
      onPointerEnter={() => holdTop(risen)}
      onPointerLeave={() => holdTop(null)}
    >
      <ol style={{ height: rows.length * ROW_PIXELS }}>
        {rows.slice(first, end).map((row, index) => {
          const place = { top: (first + index) * ROW_PIXELS, position: first + index + 1, count: rows.length };
          if (row.kind === 'area')
            return <AreaRow key={keyOf(row)} area={row.area} {...place} isOpen={open.has(row.area.gridNo)} onToggle={toggle} />;
          const age = ageOf(row.fire.alarms);
          return (
            <Row
              key={keyOf(row)}
              fire={row.fire}
              {...place}
              isCurrent={currentId !== null && holds(row, currentId)}
              unread={row.fire.alarms.some((alarm) => isUnread(marks, alarm) && !isOfBurning(alarm))}
              isOfBurning={isOfBurning(row.fire.lead)}
              step={age?.step ?? 'fresh'}
              since={age?.since.getTime() ?? null}
              now={now}
              opener={opener}
            />
          );
        })}
      </ol>
    </section>
  );
}

/** The kinds of sources that observed a fire, in the order of the sources. */
const kindsOf = (alarms: FoldedFire['alarms']) => {
  const kinds = new Set(alarms.map(({ facts }) => facts.kind));
  return ALARM_KINDS.filter((kind) => kinds.has(kind));
};

interface PlaceOfRow {
  readonly top: number;
  readonly position: number;
  readonly count: number;
}

interface AreaProps extends PlaceOfRow {
  readonly area: FireArea;
  readonly isOpen: boolean;
  readonly onToggle: (gridNo: GridNo) => void;
}

/** An area of a flood, with its most dangerous fire. */
const AreaRow = memo(function AreaRow({ area: { gridNo, gridName, fires, alarms }, top, position, count, isOpen, onToggle }: AreaProps) {
  const { flood: messages, alarm: terms } = useMessages();
  const worst = fires[0]?.lead;
  return (
    <li style={{ transform: `translateY(${top}px)` }} aria-setsize={count} aria-posinset={position}>
      <button
        type="button"
        className="alarm-row area-row list-row"
        aria-expanded={isOpen}
        title={(isOpen ? messages.fold : messages.expand)(gridName)}
        onClick={() => onToggle(gridNo)}
      >
        <span className="row-line line">
          {isOpen ? <UpOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
          <strong className="cut">{gridName}</strong>
          <span className="gap" />
          <span className="tabular">{messages.area(fires.length, alarms)}</span>
        </span>
        {worst && (
          <span className="row-line line hint">
            <span>{messages.worst}</span>
            <SourceIcon kind={worst.facts.kind} size={12} />
            <span>{terms.kinds[worst.facts.kind]}</span>
            <span className="cut">{locationWithin(worst)}</span>
          </span>
        )}
      </button>
    </li>
  );
}, isSameArea);

/** Areas and fires are folded again with every alarm, so a row is rendered again only if its displayed data has changed. */
function isSameArea({ area: a, ...one }: AreaProps, { area: b, ...other }: AreaProps): boolean {
  return (
    a.gridNo === b.gridNo &&
    a.alarms === b.alarms &&
    a.fires.length === b.fires.length &&
    a.fires[0]?.lead === b.fires[0]?.lead &&
    areEqual(one, other)
  );
}

const areEqual = <P extends object>(one: P, other: P): boolean => (Object.keys(one) as (keyof P)[]).every((key) => one[key] === other[key]);

interface RowProps extends PlaceOfRow {
  readonly fire: FoldedFire;
  readonly isCurrent: boolean;
  readonly unread: boolean;
  readonly isOfBurning: boolean;
  /** How long the fire has waited to be taken on. */
  readonly step: AgeStep;
  /** Epoch milliseconds; null: an officer has taken it on, or it calls no officer. */
  readonly since: number | null;
  readonly now: number;
  readonly opener: AlarmOpener;
}

const Row = memo(function Row({
  fire: { lead: alarm, alarms },
  top,
  position,
  count,
  isCurrent,
  unread,
  isOfBurning,
  step,
  since,
  now,
  opener,
}: RowProps) {
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
        data-age={step}
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
          {isOfBurning && <BurningTag />}
          <RowTags alarm={alarm} />
          {since !== null && step !== 'fresh' ? (
            <WaitTag step={step} since={since} gridNo={alarm.gridNo} now={now} />
          ) : (
            <span className="row-age tabular hint">{ageText(alarm.observedAt, now, messages.alarm.age)}</span>
          )}
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
}, isSameRow);

interface WaitProps {
  readonly step: Exclude<AgeStep, 'fresh'>;
  readonly since: number;
  readonly gridNo: GridNo;
  readonly now: number;
}

/** Shown instead of the age, in colour and text; the tooltip names the officer on duty at the county's desk. */
function WaitTag({ step, since, gridNo, now }: WaitProps) {
  const { age } = useMessages();
  const waitText = useWaitText();
  const officer = useDutyOfficer(gridNo);
  return (
    <span className="tag row-tag row-age" data-age={step} title={age.officerTitle(officer)}>
      {waitText(step, new Date(since), now)}
    </span>
  );
}

function isSameRow({ fire: a, ...one }: RowProps, { fire: b, ...other }: RowProps): boolean {
  return a.alarms.length === b.alarms.length && a.alarms.every((alarm, index) => alarm === b.alarms[index]) && areEqual(one, other);
}
