// 护林员 by county: search, order, who is online, how far and how busy; a whole county at once.
import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { ListedRanger } from '@lookout/domain';
import { Checkbox, Empty, Input, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { agoWords, distanceWords } from './plain-words.ts';
import {
  checkedOf,
  isOnline,
  onlineCount,
  RANGER_ORDERS,
  type RangerGroup,
  type RangerOrder,
  rangerGroups,
  withChosen,
} from './ranger-groups.ts';
import { useDispatchWords } from './words.ts';

interface Props {
  readonly rangers: readonly ListedRanger[];
  readonly chosen: ReadonlySet<string>;
  readonly disabled: boolean;
  /** The server's clock, epoch milliseconds. */
  readonly now: number;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

export function RangerTree({ rangers, chosen, disabled, now, onChange }: Props) {
  const words = useDispatchWords();
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<RangerOrder>('distance');
  const groups = useMemo(() => rangerGroups(rangers, search, order), [rangers, search, order]);
  return (
    <>
      <div className="ranger-bar">
        <Input
          allowClear
          value={search}
          placeholder={words.search}
          aria-label={words.search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Segmented<RangerOrder>
          value={order}
          aria-label={words.orderLabel}
          options={RANGER_ORDERS.map((value) => ({ value, label: words.orders[value] }))}
          onChange={setOrder}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable) */}
      <section className="ranger-list" aria-label={words.rangers} tabIndex={0}>
        {groups.length === 0 && (
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={
              <>
                <div>{rangers.length === 0 ? words.noRangers : words.noneFound}</div>
                <div className="hint">{rangers.length === 0 ? words.noRangersHint : words.noneFoundHint}</div>
              </>
            }
          />
        )}
        {groups.map((group) => (
          <County key={group.gridNo} {...{ group, chosen, disabled, now, onChange }} />
        ))}
      </section>
    </>
  );
}

function County({ group, chosen, disabled, now, onChange }: Omit<Props, 'rangers'> & { readonly group: RangerGroup }) {
  const words = useDispatchWords();
  const [open, setOpen] = useState(true);
  const checked = checkedOf(group, chosen);
  return (
    <div className="ranger-county">
      <div className="ranger-county-head line">
        <button
          type="button"
          className="ranger-fold hint"
          aria-expanded={open}
          aria-label={open ? words.fold(group.name) : words.unfold(group.name)}
          onClick={() => setOpen(!open)}
        >
          {open ? <DownOutlined /> : <RightOutlined />}
        </button>
        <Checkbox
          checked={checked === 'all'}
          indeterminate={checked === 'some'}
          disabled={disabled}
          aria-label={words.wholeCounty(group.name)}
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
          {words.group(group.name, group.rangers.length, onlineCount(group, now))}
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
                <RangerWords ranger={ranger} now={now} />
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function RangerWords({ ranger, now }: { readonly ranger: ListedRanger; readonly now: number }) {
  const words = useDispatchWords();
  const { fullName, last, distanceMetres, taskIds } = ranger;
  const online = isOnline(ranger, now);
  return (
    <span className="ranger-words">
      <span className="cut">{fullName}</span>
      <span className="ranger-presence" data-online={online}>
        <span className="ranger-dot" aria-hidden="true" />
        {online ? words.online : words.offline}
      </span>
      <span className="ranger-busy hint" data-busy={taskIds.length > 0}>
        {taskIds.length > 0 ? words.busy(taskIds.length) : words.free}
      </span>
      <span className="ranger-facts tabular hint">
        {distanceMetres === null ? words.noPlace : words.distance(distanceWords(distanceMetres, words))}
        {' · '}
        {last === null ? words.never : words.lastContact(agoWords(last.receivedAt, now, words.age))}
      </span>
    </span>
  );
}
