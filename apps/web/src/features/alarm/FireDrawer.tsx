// One alarm beside the table: what is known of it, what was done about it, and the way to it on the map.
import { EnvironmentOutlined, MessageOutlined } from '@ant-design/icons';
import type { NamedAlarm } from '@lookout/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Empty, Skeleton, Space } from 'antd';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { detailRows } from '../../entities/alarm/details.ts';
import { AlarmHistory } from '../../entities/alarm/history/AlarmHistory.tsx';
import { SmsDialog } from '../../entities/alarm/sms/SmsDialog.tsx';
import { writeView } from '../../globe/view-text.ts';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useServices } from '../../shared/services.ts';
import { useMessages } from './messages.ts';
import { StateTags } from './StateTags.tsx';
import { alarmIdOf, isAlarmNews, useLiveRefetch } from './use-live-refetch.ts';

interface Props {
  readonly id: string;
  /** The row of the table, shown until the alarm itself is here. */
  readonly known: NamedAlarm | null;
  readonly onClose: () => void;
}

export function FireDrawer({ id, known, onClose }: Props) {
  const messages = useMessages();
  const { client, now } = useServices();
  const [writing, setWriting] = useState(false);
  const one = useQuery({
    queryKey: ['alarm-one', id],
    queryFn: async ({ signal }) => (await client.fire.page({ body: { id, pageSize: 1 }, silent: true, signal })).list[0] ?? null,
  });
  useLiveRefetch(
    useCallback((update) => isAlarmNews(update) && alarmIdOf(update) === id, [id]),
    one.refetch,
  );
  const alarm = one.data ?? (one.isPending ? known : null);

  return (
    <Drawer
      open
      size={560}
      title={messages.detail.title}
      mask={false}
      rootClassName="alarms-drawer"
      onClose={onClose}
      extra={
        alarm && (
          <Space>
            <Button icon={<MessageOutlined aria-hidden="true" />} onClick={() => setWriting(true)}>
              {messages.detail.sms}
            </Button>
            <Link to={mapPathOf(alarm)} className="alarms-map-link">
              <EnvironmentOutlined aria-hidden="true" /> {messages.detail.openOnMap}
            </Link>
          </Space>
        )
      }
    >
      {alarm === null && one.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {one.isError && <LoadFailed error={one.error} onRetry={() => void one.refetch()} />}
      {one.data === null && <Empty description={messages.detail.missing} />}
      {alarm && (
        <>
          <p className="alarms-head line">
            <strong>{messages.alarm.kinds[alarm.facts.kind]}</strong> <StateTags alarm={alarm} />
          </p>
          <dl className="facts">
            {detailRows('page', alarm, messages.alarm, now()).map(({ field, label, value }) => (
              <div key={field}>
                <dt>{label}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {(alarm || one.data === null) && (
        <>
          <h3 className="alarms-section">{messages.detail.history}</h3>
          <AlarmHistory alarmId={id} />
        </>
      )}
      {writing && alarm && <SmsDialog alarm={alarm} onClose={() => setWriting(false)} />}
    </Drawer>
  );
}

/** High enough to see the ground around it anywhere in the country. */
const LOOK_FROM_METRES = 14_000;

function mapPathOf({ id, position: { lng, lat } }: NamedAlarm): string {
  const at = writeView({ lng, lat, heightMetres: LOOK_FROM_METRES, headingDegrees: 0, pitchDegrees: -90, mode: '3d' });
  return `/manage/monitor?at=${at}&alarm=${id}`;
}
