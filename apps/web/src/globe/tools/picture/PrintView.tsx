// The page as it is printed: the picture of the map, the legend and the alarms. It stands in the page only while it is printed.
import { formatTime } from '@lookout/contract';
import { verdictOf } from '@lookout/domain';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { alarmRecords } from '../../../entities/alarm/alarm-records.ts';
import { useRecords } from '../../../shared/services.ts';
import { isOnMap } from '../../alarms-part.ts';
import type { MapModule } from '../../part.ts';
import { useToolMessages } from '../messages.ts';

/** What fits on a page or two; the rest is counted. */
const LISTED = 40;

interface Props {
  readonly picture: string;
  readonly time: string;
  readonly map: MapModule;
  readonly onDone: () => void;
}

export function PrintView({ picture, time, map, onDone }: Props) {
  const { picture: messages } = useToolMessages();
  const alarms = useRecords(alarmRecords);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    // Resolves when the dialog of the browser is closed again.
    window.print();
    onDone();
  }, [isReady, onDone]);
  const shown = alarms.filter(isOnMap);
  return createPortal(
    <article className="print-view">
      <header>
        <h1>{messages.title}</h1>
        <p>{messages.printed(time)}</p>
      </header>
      <img src={picture} alt={messages.title} onLoad={() => setIsReady(true)} />
      <section>
        <h2>{messages.legend}</h2>
        <ul className="print-legend">
          {map.AGE_LEGEND.map(({ id, colour }) => (
            <li key={id}>
              <span style={{ background: colour }} /> {messages.ages[id]}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>
          {messages.alarms} · {shown.length}
        </h2>
        {shown.length === 0 ? (
          <p>{messages.noAlarms}</p>
        ) : (
          <table>
            <thead>
              <tr>
                {Object.values(messages.columns).map((name) => (
                  <th key={name}>{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.slice(0, LISTED).map((alarm) => (
                <tr key={alarm.id}>
                  <td>{formatTime(alarm.observedAt)}</td>
                  <td>{messages.alarm.kinds[alarm.facts.kind]}</td>
                  <td>{alarm.formattedAddress}</td>
                  <td>{messages.alarm.shortVerdicts[verdictOf(alarm.response)]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {shown.length > LISTED && <p>{messages.more(shown.length - LISTED)}</p>}
      </section>
    </article>,
    document.body,
  );
}
