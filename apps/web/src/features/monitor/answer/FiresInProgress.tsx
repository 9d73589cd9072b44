// 在燃火情: fires judged real and not closed, above the queue; they stay until somebody closes them.
import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { isInProgress, judgementOf, type NamedAlarm } from '@lookout/domain';
import { useMemo, useState } from 'react';
import { fireTypeText } from '../../../entities/alarm/details.ts';
import { ageText } from '../../../shared/time-text.ts';
import type { AlarmOpener } from '../open-alarm.ts';
import { placeWithin } from '../place-within.ts';
import { useDeskState } from '../use-desk.ts';
import { FlameIcon } from './FlameIcon.tsx';
import { useAnswerMessages } from './messages.ts';
import { RowTags } from './RowTags.tsx';

interface Props {
  /** All that the desk knows, newest arrival first. */
  readonly alarms: readonly NamedAlarm[];
  readonly opener: AlarmOpener;
}

export function FiresInProgress({ alarms, opener }: Props) {
  const messages = useAnswerMessages();
  const { kinds, age } = messages.alarm;
  const fires = useMemo(() => alarms.filter(({ response }) => isInProgress(response)), [alarms]);
  const now = useDeskState((state) => state.now);
  const currentId = useDeskState((state) => state.current?.id ?? null);
  const [open, setOpen] = useState(true);
  const { burning } = messages;
  const judgedAgo = ({ response }: NamedAlarm) => {
    const judgement = judgementOf(response);
    return judgement && ageText(judgement.at, now, age);
  };
  return (
    <section className="burning" aria-label={burning.title}>
      <h2>
        <button type="button" aria-expanded={open && fires.length > 0} disabled={fires.length === 0} onClick={() => setOpen(!open)}>
          <FlameIcon />
          {burning.title}
          <span className="burning-count tabular hint">{fires.length === 0 ? burning.none : burning.count(fires.length)}</span>
          {fires.length > 0 && (open ? <UpOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />)}
        </button>
      </h2>
      {open && fires.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
        <ol aria-label={burning.list} tabIndex={0}>
          {fires.map((fire) => (
            <li key={fire.id}>
              <button
                type="button"
                className="fire-row list-row"
                aria-current={fire.id === currentId ? 'true' : undefined}
                onClick={() => opener.open(fire, 'list')}
                onDoubleClick={() => opener.fly(fire)}
              >
                <span className="row-line line">
                  <span className="row-grid cut">{fire.gridName}</span>
                  <span className="row-place cut">{placeWithin(fire)}</span>
                  <span className="row-age tabular hint">{judgedAgo(fire)}</span>
                </span>
                <span className="row-line row-times hint line">
                  <span>
                    {kinds[fire.facts.kind]} · {fireTypeText(fire.response, messages.alarm) ?? burning.untyped}
                  </span>
                  <RowTags alarm={fire} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
