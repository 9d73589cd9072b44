// 自动复核 beside an alarm: what the cameras that turned there by themselves see now, heat, and the verdict. Updated live.
import { AuthedImage } from '@lookout/web/shared/AuthedImage.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useConnection, useServices } from '@lookout/web/shared/services.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { isBroken } from '@lookout/web/stores/connection.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useCallback } from 'react';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import type { LiveUpdate } from '../../live-messages.ts';
import { FRAMES, IS_CHECKED, type LookView, type SecondLook } from '../second-look.ts';
import { useSecondLookMessages } from './messages.ts';
import './second-look.css';

const METRES_PER_KILOMETRE = 1_000;
/** Changes within this time cause a single call. */
const WAIT_MS = 200;

/** Renders nothing for alarms that are not looked at, where looks are switched off, and in a replay. */
export function SecondLookSection({ alarm }: { readonly alarm: NamedAlarm }) {
  const { replay } = useServices();
  return IS_CHECKED[alarm.facts.kind] && replay === null ? <OfAlarm alarmId={alarm.id} /> : null;
}

function OfAlarm({ alarmId }: { readonly alarmId: string }) {
  const messages = useSecondLookMessages();
  const broken = isBroken(useConnection());
  const { data, isPending, error, refetch, isError } = useAlarmLook(alarmId);
  if (isPending)
    return (
      <div role="status" aria-label={messages.loading}>
        <Skeleton active title={false} paragraph={{ rows: 1 }} />
      </div>
    );
  if (data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const { look, why } = data;
  if (look === null && (why === 'not-checked' || why === 'off')) return null;
  return (
    <section className="second-look stack" aria-label={messages.title} data-verdict={look?.verdict ?? undefined}>
      <p className="line">
        <strong>{messages.title}</strong>
        <span role="status">{look === null ? (why === 'unseen' ? messages.unseen : messages.waiting) : stateText(look, messages)}</span>
        {look?.heat && <span className="tag">{messages.heat(look.heat.isHot)}</span>}
      </p>
      {(broken || isError) && <p className="note">{messages.stale}</p>}
      {look?.reason && look.reason !== 'unseen' && <p className="second">{messages.reasons[look.reason]}</p>}
      {look?.verdict === 'nothing' && <p className="second">{messages.nothingHint}</p>}
      {look && look.views.length > 0 && (
        <ul>
          {look.views.map((view) => (
            <View key={view.cameraId} view={view} look={look} />
          ))}
        </ul>
      )}
    </section>
  );
}

function View({ view, look }: { readonly view: LookView; readonly look: SecondLook }) {
  const messages = useSecondLookMessages();
  const { cameraName, distanceMetres, pictureId, verdict, reason, box, frames } = view;
  const state =
    verdict !== null
      ? messages.verdicts[verdict]
      : reason !== null || look.state === 'done'
        ? messages.noPictures
        : pictureId === null
          ? messages.turning
          : messages.looking(frames, FRAMES);
  return (
    <li>
      {pictureId !== null && (
        <div className="second-look-now">
          <AuthedImage src={`/files/${pictureId}`} alt={messages.now(cameraName)} />
          {box && <i role="img" aria-label={messages.mark} style={boxStyle(box)} />}
        </div>
      )}
      <p className="line">
        <span className="cut">{messages.by(cameraName, (distanceMetres / METRES_PER_KILOMETRE).toFixed(1))}</span>
        <span className="gap" />
        <span className="tag" data-verdict={verdict ?? undefined}>
          {state}
        </span>
      </p>
      {reason !== null && reason !== look.reason && <p className="second">{messages.reasons[reason]}</p>}
    </li>
  );
}

const percent = (share: number): string => `${Math.round(share * 1_000) / 10}%`;

const boxStyle = ([left, top, right, bottom]: NonNullable<LookView['box']>) => ({
  left: percent(left),
  top: percent(top),
  width: percent(right - left),
  height: percent(bottom - top),
});

function stateText({ state, verdict, reason, views }: SecondLook, messages: ReturnType<typeof useSecondLookMessages>): string {
  if (verdict !== null) return messages.verdicts[verdict];
  if (state === 'waiting') return messages.waiting;
  if (state === 'done') return reason === 'unseen' ? messages.unseen : messages.noPictures;
  const frames = Math.max(0, ...views.map((view) => view.frames));
  return frames === 0 ? messages.turning : messages.looking(frames, FRAMES);
}

/** The look at an alarm, fetched again when it changes. */
function useAlarmLook(alarmId: string) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['second-look', alarmId],
    queryFn: ({ signal }) => client.secondLook.secondLookOfAlarm({ query: { alarmId }, occasion: 'background', silent: true, signal }),
  });
  const isRelevant = useCallback(
    (update: LiveUpdate) => update.kind === 'second-look-changed' && update.look.alarmIds.includes(alarmId),
    [alarmId],
  );
  useLiveRefetch(isRelevant, query.refetch, WAIT_MS);
  return query;
}
