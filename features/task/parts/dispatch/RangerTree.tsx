// 护林员 by county: search, sorting, presence, distance and workload. Whole counties can be selected.

import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { LngLat } from '@lookout/geo';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { ageText } from '@lookout/web/shared/time-text.ts';
import { Checkbox, Empty, Input, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import type { ListedRanger } from '../../../ranger/ranger.ts';
import { type Arrival, arrivalsById, isByLand } from '../../../travel/parts/arrivals.ts';
import { BackLine } from '../../../travel/parts/BackLine.tsx';
import { useTravelMessages } from '../../../travel/parts/messages.ts';
import { TravelNote } from '../../../travel/parts/TravelNote.tsx';
import { useArrivalText } from '../../../travel/parts/use-arrival-text.ts';
import type { Nearest } from '../../../travel/parts/use-nearest.ts';
import { useDispatchMessages } from './messages.ts';
import {
  calledBack,
  checkedOf,
  isOnline,
  onlineCount,
  RANGER_ORDERS,
  type RangerGroup,
  type RangerOrder,
  rangerGroups,
  withChosen,
} from './ranger-groups.ts';

interface Props {
  readonly rangers: readonly ListedRanger[];
  /** The destination; null: not known yet. */
  readonly goal: LngLat | null;
  readonly chosen: ReadonlySet<string>;
  readonly disabled: boolean;
  /** `off`: rangers are not listed by travel time. */
  readonly nearest: Nearest;
  /** The server's clock, epoch milliseconds. */
  readonly now: number;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

export function RangerTree({ rangers, goal, chosen, disabled, nearest, now, onChange }: Props) {
  const messages = useDispatchMessages();
  const [search, setSearch] = useState('');
  const isTimed = nearest.kind !== 'off';
  const [wanted, setOrder] = useState<RangerOrder>('time');
  const order = wanted === 'time' && !isTimed ? 'distance' : wanted;
  const rows = nearest.kind === 'known' ? nearest.rows : null;
  const arrivals = useMemo(() => arrivalsById(rows ?? []), [rows]);
  const back = useMemo(() => calledBack(rows ?? [], chosen), [rows, chosen]);
  const groups = useMemo(() => rangerGroups(rangers, search, order, arrivals), [rangers, search, order, arrivals]);
  return (
    <>
      <div className="ranger-bar">
        <Input
          allowClear
          value={search}
          placeholder={messages.search}
          aria-label={messages.search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Segmented<RangerOrder>
          value={order}
          aria-label={messages.orderLabel}
          options={RANGER_ORDERS.filter((value) => isTimed || value !== 'time').map((value) => ({ value, label: messages.orders[value] }))}
          onChange={setOrder}
        />
      </div>
      {order === 'time' && <TravelNote nearest={nearest} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable) */}
      <section className="ranger-list" aria-label={messages.rangers} tabIndex={0}>
        {groups.length === 0 && (
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={
              <>
                <div>{rangers.length === 0 ? messages.noRangers : messages.noneFound}</div>
                <div className="hint">{rangers.length === 0 ? messages.noRangersHint : messages.noneFoundHint}</div>
              </>
            }
          />
        )}
        {groups.map((group) => (
          <County
            key={group.gridNo}
            group={group}
            goal={goal}
            arrivals={arrivals}
            back={back}
            chosen={chosen}
            disabled={disabled}
            now={now}
            onChange={onChange}
          />
        ))}
      </section>
    </>
  );
}

interface CountyProps extends Omit<Props, 'rangers' | 'nearest'> {
  readonly group: RangerGroup;
  readonly arrivals: ReadonlyMap<string, Arrival>;
  /** The rangers whose way back is requested without a click. */
  readonly back: ReadonlySet<string>;
}

function County({ group, goal, arrivals, back, chosen, disabled, now, onChange }: CountyProps) {
  const messages = useDispatchMessages();
  const [open, setOpen] = useState(true);
  const checked = checkedOf(group, chosen);
  return (
    <div className="ranger-county">
      <div className="ranger-county-head line">
        <button
          type="button"
          className="ranger-fold hint"
          aria-expanded={open}
          aria-label={open ? messages.fold(group.name) : messages.unfold(group.name)}
          onClick={() => setOpen(!open)}
        >
          {open ? <DownOutlined /> : <RightOutlined />}
        </button>
        <Checkbox
          checked={checked === 'all'}
          indeterminate={checked === 'some'}
          disabled={disabled}
          aria-label={messages.wholeCounty(group.name)}
          onChange={(event) =>
            onChange(
              withChosen(
                chosen,
                group.rangers.map(({ userId }) => userId),
                event.target.checked,
              ),
            )
          }
        >
          {messages.group(group.name, group.rangers.length, onlineCount(group, now))}
        </Checkbox>
      </div>
      {open && (
        <ul>
          {group.rangers.map((ranger) => (
            <li key={ranger.userId}>
              <Checkbox
                checked={chosen.has(ranger.userId)}
                disabled={disabled}
                onChange={(event) => onChange(withChosen(chosen, [ranger.userId], event.target.checked))}
              >
                <RangerMessages ranger={ranger} arrival={arrivals.get(ranger.userId)} now={now} />
              </Checkbox>
              {chosen.has(ranger.userId) && (
                <ChosenBack goal={goal} arrival={arrivals.get(ranger.userId)} isNotifiedAtOnce={back.has(ranger.userId)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface RangerProps {
  readonly ranger: ListedRanger;
  /** undefined: not known. */
  readonly arrival: Arrival | undefined;
  readonly now: number;
}

function RangerMessages({ ranger, arrival, now }: RangerProps) {
  const arrivalText = useArrivalText();
  const messages = useDispatchMessages();
  const { fullName, last, distanceMetres, taskIds } = ranger;
  const online = isOnline(ranger, now);
  return (
    <span className="ranger-text">
      <span className="cut">{fullName}</span>
      <span className="ranger-presence" data-online={online}>
        <span className="ranger-dot" aria-hidden="true" />
        {online ? messages.online : messages.offline}
      </span>
      <span className="ranger-busy hint" data-busy={taskIds.length > 0}>
        {taskIds.length > 0 ? messages.busy(taskIds.length) : messages.free}
      </span>
      <span className="ranger-facts tabular hint">
        {distanceMetres === null ? messages.noPosition : messages.distance(distanceText(distanceMetres, messages, 'phone'))}
        {' · '}
        {last === null ? messages.never : messages.lastContact(ageText(last.receivedAt, now, messages.age))}
      </span>
      {arrival && <span className="ranger-facts tabular">{arrivalText(arrival)}</span>}
    </span>
  );
}

interface BackProps {
  readonly goal: LngLat | null;
  readonly arrival: Arrival | undefined;
  readonly isNotifiedAtOnce: boolean;
}

/** 返回: how long the way back of a selected ranger remains open. Shown only for rangers who can reach the destination. */
function ChosenBack({ goal, arrival, isNotifiedAtOnce }: BackProps) {
  const { back } = useTravelMessages();
  const [isOpen, setConfirming] = useState(false);
  if (goal === null || arrival === undefined || arrival.seconds === null || !isByLand(arrival)) return null;
  if (isNotifiedAtOnce || isOpen) return <BackLine goal={goal} arrival={arrival} />;
  return (
    <button type="button" className="link-button" onClick={() => setConfirming(true)}>
      {back.ask}
    </button>
  );
}
