// Who has an alarm and whether it was pushed upwards, as small words in a row, a tip or a popup.
import type { Alarm } from '@lookout/domain';
import { useAnswerMessages } from './messages.ts';
import { useOfficer } from './use-officer.ts';

export function RowTags({ alarm }: { readonly alarm: Alarm }) {
  const messages = useAnswerMessages();
  const { accountId } = useOfficer();
  const { acknowledgement, push } = alarm.response;
  const has =
    acknowledgement && (acknowledgement.accountId === accountId ? messages.acknowledgedByMe : messages.acknowledgedBy(acknowledgement.by));
  return (
    <>
      {push && (
        <span className="tag row-tag" data-state="pushed" title={push.note ?? undefined}>
          {messages.pushedTag}
        </span>
      )}
      {has && (
        <span className="tag row-tag cut" data-state="acknowledged" title={has}>
          {has}
        </span>
      )}
    </>
  );
}
