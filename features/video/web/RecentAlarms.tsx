// The cameras' alarms of the last day, below the tree. A click puts the camera that raised the alarm on the wall.
import { formatTime } from '@lookout/contract';
import { useAddressWithin } from '@lookout/web/shared/address-within.ts';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { shortTime } from '@lookout/web/shared/time-text.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { writeSourceState } from '../../alarm/alarm-requests.wire.ts';
import type { CheckedCamera } from '../../camera/camera.ts';
import { cameraOfAlarm } from '../../camera/parts/cameras.ts';
import type { LiveUpdate } from '../../live-messages.ts';
import { useLiveVideoMessages } from './messages.ts';

const isAlarmUpdate = ({ kind }: LiveUpdate): boolean => kind.startsWith('alarm-');

const WITHIN_MS = 24 * 3_600_000;
const MOST_SHOWN = 30;

interface Props {
  readonly cameras: readonly CheckedCamera[];
  readonly onChoose: (cameraId: string) => void;
}

export function RecentAlarms({ cameras, onChoose }: Props) {
  const { alarms: messages } = useLiveVideoMessages();
  const client = useClient();
  const { now } = useServices();
  const mayWatch = useRight('watch-alarms');
  const alarms = useQuery({
    queryKey: ['camera-alarms'],
    enabled: mayWatch,
    queryFn: ({ signal }) =>
      client.alarm.monitorList({
        body: { beginTime: formatTime(new Date(now() - WITHIN_MS)), ...writeSourceState('open') },
        silent: true,
        signal,
      }),
  });
  useLiveRefetch(isAlarmUpdate, alarms.refetch);
  const within = useAddressWithin();
  if (!mayWatch || !alarms.data) return null;
  const newest = alarms.data.toSorted((a, b) => b.arrivedAt.getTime() - a.arrivedAt.getTime()).slice(0, MOST_SHOWN);
  return (
    <section className="live-video-alarms" aria-label={messages.title}>
      <h2>{messages.title}</h2>
      {newest.length === 0 && <p className="hint">{messages.none}</p>}
      <ul>
        {newest.map((alarm) => {
          const camera = cameraOfAlarm(alarm, cameras);
          const text = `${shortTime(alarm.arrivedAt, now())} ${within(alarm.formattedAddress)}`;
          return (
            <li key={alarm.id}>
              {camera === null ? (
                <span className="cut" title={alarm.formattedAddress}>
                  {text}
                </span>
              ) : (
                <button type="button" className="link-button cut" title={messages.put(camera.name)} onClick={() => onChoose(camera.id)}>
                  {text}
                </button>
              )}
              <Link to={`/manage/monitor?alarm=${alarm.id}`} aria-label={messages.open(alarm.formattedAddress)}>
                {messages.map}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
