// One alarm next to the table: its facts, its actions, its short messages and its history.
import { EnvironmentOutlined, MessageOutlined } from '@ant-design/icons';
import { isNotFound } from '@lookout/client';
import { writeView } from '@lookout/web/globe/view-text.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Drawer, Empty, Skeleton, Space } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { hasArchive } from '../../fire-archive/fire-archive.ts';
import { useIsOfBurning } from '../../incident/parts/BurningTag.tsx';
import type { AlarmKind, NamedAlarm } from '../alarm.ts';
import { ActionDialogs, type OpenDialog } from '../parts/actions/ActionDialogs.tsx';
import { ActionRow, type InPlaceAction, InPlaceActions, isInPlace } from '../parts/actions/ActionRow.tsx';
import { failureText } from '../parts/actions/action-failure.ts';
import { useActionMessages } from '../parts/actions/messages.ts';
import { type ShownAction, shownActions } from '../parts/actions/shown-actions.ts';
import { useOfficer, usePendingRequests } from '../parts/actions/use-pending-requests.ts';
import { detailRows } from '../parts/details.ts';
import { AlarmHistory } from '../parts/history/AlarmHistory.tsx';
import { FireMessages } from './FireMessages.tsx';
import { alarmIdOf, isAlarmUpdate } from './live-updates.ts';
import { useMessages } from './messages.ts';
import { StateTags } from './StateTags.tsx';

interface Props {
  readonly id: string;
  /** The table's row, shown until the alarm itself has loaded. */
  readonly known: NamedAlarm | null;
  /** The table's source; null: any. */
  readonly kind: AlarmKind | null;
  readonly onClose: () => void;
}

export function AlarmDrawer({ id, known, kind, onClose }: Props) {
  const messages = useMessages();
  const { now } = useServices();
  const isOfBurning = useIsOfBurning();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const one = useAlarm(id, known?.facts.kind ?? kind);
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
            <Button icon={<MessageOutlined aria-hidden="true" />} onClick={() => setDialog({ kind: 'sms', alarm })}>
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
            <strong>{messages.alarm.kinds[alarm.facts.kind]}</strong> <StateTags alarm={alarm} isOfBurning={isOfBurning(alarm)} />
          </p>
          <DrawerActions key={alarm.id} alarm={alarm} onDialog={setDialog} />
          <dl className="facts">
            {detailRows('page', alarm, messages.alarm, now()).map(({ field, label, value }) => (
              <div key={field}>
                <dt>{label}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ))}
          </dl>
          {hasArchive(alarm) && <ArchiveLine fireId={alarm.id} />}
          <FireMessages key={`sms ${alarm.id}`} fireId={alarm.id} />
        </>
      )}
      {(alarm || one.data === null) && (
        <>
          <h3 className="alarms-section">{messages.detail.history}</h3>
          <AlarmHistory alarmId={id} />
        </>
      )}
      {dialog && <ActionDialogs dialog={dialog} onClose={() => setDialog(null)} />}
    </Drawer>
  );
}

/** 灾后评估 of a closed fire: its progress and a link to it. */
function ArchiveLine({ fireId }: { readonly fireId: string }) {
  const { fires } = useMessages();
  const client = useClient();
  const mayRead = useRight('dispatch');
  const archives = useQuery({
    queryKey: ['archive-of', fireId],
    enabled: mayRead,
    queryFn: ({ signal }) => client.fireArchive.archiveList({ body: { fireId }, silent: true, signal }),
  });
  const [filed] = archives.data ?? [];
  if (filed === undefined) return null;
  return (
    <p>
      <Link className="link-button" to={`/manage/record?fire=${fireId}`}>
        {fires.archive}
      </Link>{' '}
      <span className="second">{fires.archives[filed.state]}</span>
    </p>
  );
}

/** null: deleted, or not in this grid. Two sources have a separate call for a single alarm (specification §7). */
function useAlarm(id: string, kind: AlarmKind | null) {
  const { client } = useServices();
  const one = useQuery({
    queryKey: ['alarm-one', id],
    queryFn: async ({ signal }): Promise<NamedAlarm | null> => {
      const options = { query: { id }, silent: true, signal } as const;
      try {
        if (kind === 'satellite') return await client.alarm.satelliteOne(options);
        if (kind === 'camera') return await client.alarm.monitorOne(options);
        return await client.alarm.one(options);
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });
  useLiveRefetch(
    useCallback((update) => isAlarmUpdate(update) && alarmIdOf(update) === id, [id]),
    one.refetch,
  );
  return one;
}

interface ActionsProps {
  readonly alarm: NamedAlarm;
  readonly onDialog: (dialog: OpenDialog) => void;
}

/** As in the popup on the map, except 移位, which needs the map. */
function DrawerActions({ alarm, onDialog }: ActionsProps) {
  const messages = useActionMessages();
  const { message } = App.useApp();
  const officer = useOfficer();
  const pendingRequests = usePendingRequests();
  const waiting = useStore(pendingRequests.store, ({ held }) => held?.alarm.id === alarm.id);
  const [confirming, setConfirming] = useState<InPlaceAction | null>(null);
  const actions = useMemo(() => shownActions(alarm, officer, false, 'table'), [alarm, officer]);
  const begin: (action: ShownAction) => void = (action) => {
    if (isInPlace(action)) return setConfirming(action);
    switch (action) {
      case 'acknowledge':
        return void pendingRequests
          .send(alarm, { kind: 'acknowledge' })
          .then((failure) => failure && message.error(failureText('acknowledge', failure, messages)));
      case 'push-smoke':
        return pendingRequests.hold(alarm, { kind: 'push-smoke' });
      case 'judge':
      case 'correct':
        return onDialog({ kind: 'judge', alarm, preset: null });
      case 'push':
      case 'pass-on':
        return onDialog({ kind: 'push', alarm });
      case 'move':
        return;
      default:
        return onDialog({ kind: action, alarm });
    }
  };
  if (actions.row.length + actions.menu.length === 0) return null;
  return (
    <>
      <ActionRow actions={actions} waiting={waiting} onAction={begin} />
      {waiting && (
        <p className="popup-waiting" role="status">
          {messages.waiting}
        </p>
      )}
      {confirming && <InPlaceActions action={confirming} alarm={alarm} onClose={() => setConfirming(null)} />}
    </>
  );
}

/** High enough to show the surroundings on any terrain. */
const LOOK_FROM_METRES = 14_000;

function mapPathOf({ id, position: { lng, lat } }: NamedAlarm): string {
  const at = writeView({ lng, lat, heightMetres: LOOK_FROM_METRES, headingDegrees: 0, pitchDegrees: -90, mode: '3d' });
  return `/manage/monitor?at=${at}&alarm=${id}`;
}
