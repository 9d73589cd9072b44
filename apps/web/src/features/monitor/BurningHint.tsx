// One line in an alarm's popup: an approved burning is near and its window is open. It calms; it never hides or closes anything.
import { formatTime } from '@lookout/contract';
import { BURNING_CALMS_METRES, type NamedAlarm } from '@lookout/domain';
import { useQuery } from '@tanstack/react-query';
import { calmingAt } from '../../entities/burning/burnings.ts';
import { useBurningMessages } from '../../entities/burning/messages.ts';
import { wayText } from '../../globe/distance-text.ts';
import { useGlobeMessages } from '../../globe/messages.ts';
import { useClient } from '../../shared/services.ts';
import './burning-hint.css';
import { marks } from '../../shared/text/marks.ts';

export function BurningHint({ alarm }: { readonly alarm: NamedAlarm }) {
  const messages = useBurningMessages();
  const { near } = useGlobeMessages();
  const client = useClient();
  const { position, observedAt } = alarm;
  const at = formatTime(observedAt);
  const { data = [] } = useQuery({
    queryKey: ['burnings', 'near', position.lng, position.lat, at],
    queryFn: ({ signal }) =>
      client.burnings.burningList({
        body: {
          ...{ longitude: position.lng, latitude: position.lat, radius: BURNING_CALMS_METRES },
          ...{ state: 'approved', beginTime: at, endTime: at },
        },
        ...{ occasion: 'background', silent: true, signal },
      }),
  });
  const calming = calmingAt(data, position, observedAt);
  if (calming.length === 0) return null;
  const rows = calming.map(({ burning, ...way }) =>
    messages.hintRow(messages.purposes[burning.purpose], burning.applicant, wayText(way, near.units)),
  );
  return (
    <p className="note burning-hint" data-tone="good" role="note">
      {messages.hint(calming.length)} {rows.join(marks().semicolon)}
    </p>
  );
}
