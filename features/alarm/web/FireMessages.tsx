// The short messages written about one alarm, newest first.
import { formatTime } from '@lookout/contract';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { useQuery } from '@tanstack/react-query';
import { isHistoryUpdate } from './live-updates.ts';
import { useMessages } from './messages.ts';

export function FireMessages({ fireId }: { readonly fireId: string }) {
  const { detail, smsStates } = useMessages();
  const client = useClient();
  const sent = useQuery({
    queryKey: ['sms-of-fire', fireId],
    queryFn: ({ signal }) => client.sms.smsList({ body: { fireId }, silent: true, signal }),
  });
  useLiveRefetch(isHistoryUpdate, sent.refetch);
  if (!sent.data || sent.data.length === 0) return null;
  return (
    <>
      <h3 className="alarms-section">{detail.messages(sent.data.length)}</h3>
      <ul className="alarms-messages">
        {sent.data.map(({ id, createdAt, receiver, phone, content, state, reason }) => (
          <li key={id}>
            <p className="hint tabular">
              {formatTime(createdAt)} {[receiver, phone].filter(Boolean).join(' ')}{' '}
              <span className="alarms-tag" data-state={`sms-${state}`}>
                {[smsStates[state], reason].filter(Boolean).join(marks().colon)}
              </span>
            </p>
            <p>{content}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
