// Who has an alarm and whether it was pushed upwards, as small words in a row, a tip or a popup.
import type { WireAlarm } from '@lookout/contract';
import { useOfficer } from './use-officer.ts';
import { useAnswerWords } from './words.ts';

export function RowTags({ alarm }: { readonly alarm: WireAlarm }) {
  const words = useAnswerWords();
  const { userId } = useOfficer();
  const { acknowledgedBy, acknowledgedById, isPut, isPutOutNote } = alarm;
  const has = acknowledgedBy && (acknowledgedById === userId ? words.acknowledgedByMe : words.acknowledgedBy(acknowledgedBy));
  return (
    <>
      {isPut === 1 && (
        <span className="tag row-tag" data-state="pushed" title={isPutOutNote ?? undefined}>
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
