// 在燃火情: fires judged real and not yet closed, above the queue. In a bad spring there are hundreds, so only the visible rows are rendered.

import { ageText } from '@lookout/web/shared/time-text.ts';
import { memo, useMemo, useRef } from 'react';
import { isInProgress, judgementOf, type NamedAlarm } from '../../alarm/alarm.ts';
import { RowTags } from '../../alarm/parts/AlarmMarks.tsx';
import { useActionMessages } from '../../alarm/parts/actions/messages.ts';
import { fireTypeText } from '../../alarm/parts/details.ts';
import { locationWithin } from '../../alarm/parts/location-text.ts';
import type { IsOfBurning } from '../../incident/parts/burning.ts';
import { type FireIdOf, type FoldedFire, foldFires } from '../../incident/parts/folding.ts';
import { useMessages } from './messages.ts';
import type { AlarmOpener } from './open-alarm.ts';
import type { ArrangedQueue } from './queue-store.ts';
import { useDeskState } from './use-desk.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

/** Matches the row height in popup.css. */
const ROW_PIXELS = 56;

/** The fires in progress, the newest first. @param alarms all known alarms, newest arrival first */
export function useFiresInProgress(alarms: readonly NamedAlarm[], fireIdOf: FireIdOf): readonly FoldedFire[] {
  return useMemo(
    () =>
      foldFires(
        alarms.filter(({ response }) => isInProgress(response)),
        fireIdOf,
      ),
    [alarms, fireIdOf],
  );
}

/** The number of alarms that have joined each fire and have not been judged, by the fire's id. */
function useJoined(alarms: readonly NamedAlarm[], fireIdOf: FireIdOf, isOfBurning: IsOfBurning): ReadonlyMap<string, number> {
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const alarm of alarms) if (isOfBurning(alarm)) counts.set(fireIdOf(alarm), (counts.get(fireIdOf(alarm)) ?? 0) + 1);
    return counts;
  }, [alarms, fireIdOf, isOfBurning]);
}

interface Props {
  readonly fires: readonly FoldedFire[];
  /** The queue that contains the fires. */
  readonly queue: Pick<ArrangedQueue, 'alarms' | 'fireIdOf' | 'isOfBurning' | 'now'>;
  readonly opener: AlarmOpener;
}

export function FiresInProgress({ fires, queue: { alarms, fireIdOf, isOfBurning, now }, opener }: Props) {
  const joined = useJoined(alarms, fireIdOf, isOfBurning);
  const { burning, alarm: terms } = useActionMessages();
  const currentId = useDeskState((state) => state.current?.id ?? null);
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end, below } = useVirtualRows(scroller, ROW_PIXELS, fires.length);
  const judgedAgo = ({ response }: NamedAlarm) => {
    const judgement = judgementOf(response);
    return judgement && ageText(judgement.at, now, terms.age);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable) */}
      <div ref={scroller} className="burning-list" tabIndex={0}>
        <ol aria-label={burning.list} style={{ height: fires.length * ROW_PIXELS }}>
          {fires.slice(first, end).map(({ id, lead, alarms: judged }, index) => (
            <FireRow
              key={id}
              fire={lead}
              alarms={judged.length + (joined.get(id) ?? 0)}
              joined={joined.get(id) ?? 0}
              position={first + index + 1}
              count={fires.length}
              isCurrent={judged.some((alarm) => alarm.id === currentId)}
              judgedAgo={judgedAgo(lead)}
              opener={opener}
            />
          ))}
        </ol>
      </div>
      {below > 0 && (
        <button
          type="button"
          className="burning-more link-button tabular"
          onClick={() => scroller.current?.scrollBy({ top: scroller.current.clientHeight })}
        >
          {burning.more(below)}
        </button>
      )}
    </>
  );
}

interface RowProps extends Pick<Props, 'opener'> {
  readonly fire: NamedAlarm;
  /** The number of alarms of the fire. */
  readonly alarms: number;
  /** The number of these that are not judged yet. */
  readonly joined: number;
  /** From 1. */
  readonly position: number;
  readonly count: number;
  readonly isCurrent: boolean;
  readonly judgedAgo: string | null;
}

const FireRow = memo(function FireRow({ fire, alarms, joined, position, count, isCurrent, judgedAgo, opener }: RowProps) {
  const { burning, alarm: terms } = useActionMessages();
  const { panel } = useMessages();
  return (
    <li style={{ transform: `translateY(${(position - 1) * ROW_PIXELS}px)` }} aria-setsize={count} aria-posinset={position}>
      <button
        type="button"
        className="fire-row list-row"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => opener.open(fire, 'list')}
        onDoubleClick={() => opener.fly(fire)}
      >
        <span className="row-line line">
          <span className="row-grid cut">{fire.gridName}</span>
          <span className="row-place cut">{locationWithin(fire)}</span>
          <span className="row-age tabular hint">{judgedAgo}</span>
        </span>
        <span className="row-line row-times hint line">
          <span>
            {terms.kinds[fire.facts.kind]} · {fireTypeText(fire.response, terms) ?? burning.untyped}
            {alarms > 1 && ` · ${panel.folded(alarms)}`}
            {joined > 0 && ` · ${burning.joined(joined)}`}
          </span>
          <RowTags alarm={fire} />
        </span>
      </button>
    </li>
  );
});
