// The map's shape of each source: satellite ◇, camera ▲, person ●, sensor ■, danger check ⬡. Decorative: a label is next to it.

import { DrillTag } from '@lookout/web/shared/DrillTag.tsx';
import { isDrill } from '../../exercise/drill.ts';
import { useOperatingMode } from '../../operating-mode/parts/mode-records.ts';
import { type Alarm, type AlarmKind, isMasked } from '../alarm.ts';
import { useActionMessages } from './actions/messages.ts';
import { useOfficer } from './actions/use-pending-requests.ts';
import './actions/actions.css';

const PATHS: Readonly<Record<AlarmKind, string>> = {
  satellite: 'M8 1 15 8 8 15 1 8Z',
  camera: 'M8 1.5 15 14.5H1Z',
  report: 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Z',
  smoke: 'M2 2h12v12H2Z',
  danger: 'M8 1 14.5 4.5v7L8 15l-6.5-3.5v-7Z',
};

export const SourceIcon = ({ kind, size = 16 }: { readonly kind: AlarmKind; readonly size?: number }) => (
  <svg className="source-icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[kind]} />
  </svg>
);

/** The map's shape of a fire in progress. Decorative: a label is always next to it. */
export const FlameIcon = ({ size = 16 }: { readonly size?: number }) => (
  <svg className="flame-icon" width={size} height={size} viewBox="-26 -54 52 58" aria-hidden="true">
    <path d="M0-52C4-38 20-32 20-15 20-4 11 0 0 0-11 0-20-4-20-16-20-26-12-28-11-38-5-34-3-40 0-52Z" />
    <path className="flame-heart" d="M0-26C2-19 10-16 10-8 10-2 5 0 0 0-5 0-10-2-10-8-10-13-6-14-5-19-3-17-1-20 0-26Z" />
  </svg>
);

// Tags for who acknowledged an alarm and whether it was pushed upwards, used in rows, tooltips and the popup.
export function RowTags({ alarm }: { readonly alarm: Alarm }) {
  const messages = useActionMessages();
  const { accountId } = useOfficer();
  const { acknowledgement, push } = alarm.response;
  const has =
    acknowledgement && (acknowledgement.accountId === accountId ? messages.acknowledgedByMe : messages.acknowledgedBy(acknowledgement.by));
  const isExercise = useOperatingMode() === 'simulation';
  return (
    <>
      <DrillTag of={alarm} />
      {isExercise && !isDrill(alarm) && <span className="tag row-tag real-tag">{messages.realAlarm}</span>}
      {isMasked(alarm) && (
        <span className="tag row-tag" title={messages.maskedTitle}>
          {messages.masked}
        </span>
      )}
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
