// Who has an alarm and whether it was pushed upwards, as small words in a row, a tip or a popup.
import type { Alarm } from '@lookout/domain';
import { useOfficer } from './use-officer.ts';
import { useAnswerWords } from './words.ts';

export function RowTags({ alarm }: { readonly alarm: Alarm }) {
  const words = useAnswerWords();
  const { accountId } = useOfficer();
  const { acknowledgement, push } = alarm.response;
  const has =
    acknowledgement && (acknowledgement.accountId === accountId ? words.acknowledgedByMe : words.acknowledgedBy(acknowledgement.by));
  return (
    <>
      {push && (
        <span className="tag row-tag" data-state="pushed" title={push.note ?? undefined}>
          {words.pushedTag}
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
