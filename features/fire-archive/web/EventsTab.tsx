// 经过: what the events record about the fire. A sealed version shows the events as they were sealed.

import { formatTime } from '@lookout/contract';
import { AuthedImage } from '@lookout/web/shared/AuthedImage.tsx';
import { useAddressWithin } from '@lookout/web/shared/address-within.ts';
import { type NamedAlarm, verdictOf } from '../../alarm/alarm.ts';
import { SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { HistoryLines } from '../../alarm/parts/history/AlarmHistory.tsx';
import type { FireArchiveFile } from '../fire-archive.wire.ts';
import { useFireArchiveMessages } from './messages.ts';

export function EventsTab({ file: { record } }: { readonly file: FireArchiveFile }) {
  const messages = useFireArchiveMessages();
  const { alarms, events, tasks, tracks, weather, plots, pictures } = record;
  return (
    <div className="archive-body stack">
      {alarms !== null && alarms.length > 1 && <AlarmsOfFire alarms={alarms} />}
      <section className="history" aria-label={messages.history}>
        <HistoryLines lines={events} />
      </section>
      <section>
        <h3>{messages.weather}</h3>
        {weather.length === 0 && <p className="second">{messages.noWeather}</p>}
        <ul>
          {weather.map(({ day, temperature, humidity, windSpeed, rain }) => (
            <li key={day} className="tabular">
              {messages.weatherDay(day, temperature, humidity, windSpeed, rain)}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{messages.tasks}</h3>
        {tasks.length === 0 && <p className="second">{messages.noTasks}</p>}
        <ul>
          {tasks.map(({ task }) => (
            <li key={task.id}>
              <strong>{task.content}</strong>
              <p className="second tabular">
                {formatTime(task.createdAt)} · {task.members.map(({ fullName }) => fullName).join(' · ')}
              </p>
            </li>
          ))}
          {tracks.map(({ userId, fullName, points }) => (
            <li key={userId} className="second">
              {fullName} · {messages.trackPoints(points.length)}
            </li>
          ))}
        </ul>
      </section>
      {plots.length > 0 && (
        <section>
          <h3>{messages.plots}</h3>
          <p className="second">{messages.plotCount(plots.length)}</p>
        </section>
      )}
      {pictures.length > 0 && (
        <section>
          <h3>{messages.pictures}</h3>
          <ul className="archive-pictures">
            {pictures.map(({ url, at, by }) => (
              <li key={url}>
                <AuthedImage src={url} alt={messages.pictureOf(formatTime(at), by ?? '')} />
                <span className="second tabular">{messages.pictureOf(formatTime(at), by ?? '')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The alarms by which the fire was detected. */
function AlarmsOfFire({ alarms }: { readonly alarms: readonly NamedAlarm[] }) {
  const messages = useFireArchiveMessages();
  const { terms } = messages;
  const within = useAddressWithin();
  return (
    <section>
      <h3>{messages.alarms(alarms.length)}</h3>
      <ul>
        {alarms.map(({ id, facts, observedAt, formattedAddress, response }) => (
          <li key={id} className="line">
            <SourceIcon kind={facts.kind} size={12} />
            <span>{terms.kinds[facts.kind]}</span>
            <span className="tabular second">{formatTime(observedAt)}</span>
            <span className="cut second" title={formattedAddress}>
              {within(formattedAddress)}
            </span>
            <span className="gap" />
            <span className="second">{terms.states[verdictOf(response)]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
