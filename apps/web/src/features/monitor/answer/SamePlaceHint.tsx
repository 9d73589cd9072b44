// "3公里内24小时内另有 N 条来源": what others say of the same place; each opens its alarm. Asked again when news comes from within it.
import { formatTime } from '@lookout/contract';
import type { NamedAlarm } from '@lookout/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClient, useServices } from '../../../shared/services.ts';
import { ageText } from '../../../shared/time-text.ts';
import type { AlarmOpener } from '../open-alarm.ts';
import { SourceIcon } from '../SourceIcon.tsx';
import { useDeskState } from '../use-desk.ts';
import { useAnswerMessages } from './messages.ts';
import { touchesSamePlace } from './same-place.ts';

const METRES_PER_KILOMETRE = 1_000;
/** More are behind a press; the popup's height is short. */
const SHOWN_AT_FIRST = 2;

export function SamePlaceHint({ alarm, opener }: { readonly alarm: NamedAlarm; readonly opener: AlarmOpener }) {
  const { nearby, alarm: terms } = useAnswerMessages();
  const { kinds, age } = terms;
  const client = useClient();
  const { onLive } = useServices();
  const queries = useQueryClient();
  const now = useDeskState((state) => state.now);
  const [wide, setWide] = useState(false);
  const { id } = alarm;
  const { data = [] } = useQuery({
    queryKey: ['same-place', id],
    queryFn: ({ signal }) => client.fire.samePlace({ query: { id }, occasion: 'background', silent: true, signal }),
  });
  useEffect(
    () =>
      onLive((updates) => {
        if (touchesSamePlace(updates, alarm, new Set(data.map((near) => near.alarm.id))))
          void queries.invalidateQueries({ queryKey: ['same-place', id] });
      }),
    [onLive, queries, alarm, id, data],
  );
  if (data.length === 0) return null;
  const shown = wide ? data : data.slice(0, SHOWN_AT_FIRST);
  return (
    <section className="note same-place" aria-label={nearby.title(data.length)}>
      <button
        type="button"
        className="same-place-title"
        aria-expanded={wide || data.length <= SHOWN_AT_FIRST}
        disabled={data.length <= SHOWN_AT_FIRST}
        onClick={() => setWide(!wide)}
      >
        {nearby.title(data.length)}
      </button>
      <ul>
        {shown.map(({ alarm: other, distanceMetres }) => (
          <li key={other.id}>
            <button type="button" title={nearby.open(kinds[other.facts.kind])} onClick={() => opener.open(other, 'list')}>
              <SourceIcon kind={other.facts.kind} size={12} />
              <span>{kinds[other.facts.kind]}</span>
              <span className="tabular">{nearby.kilometres((distanceMetres / METRES_PER_KILOMETRE).toFixed(1))}</span>
              <span className="tabular second">{formatTime(other.observedAt).slice(5, 16)}</span>
              <span className="row-age tabular hint">{ageText(other.observedAt, now, age)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
