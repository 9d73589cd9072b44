// New alarms as toasts over the map: at most three, the rest in one line. They never take the focus.
import { CloseOutlined } from '@ant-design/icons';
import { DrillTag, drillAttributes } from '@lookout/web/shared/DrillTag.tsx';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { ageText } from '@lookout/web/shared/time-text.ts';
import { SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { locationWithin } from '../../alarm/parts/location-text.ts';
import { isDrill } from '../../exercise/drill.ts';
import { useOperatingMode } from '../../operating-mode/parts/mode-records.ts';
import { useMessages } from './messages.ts';
import type { AlarmOpener } from './open-alarm.ts';
import { useDesk, useDeskState } from './use-desk.ts';
import './alarm-overlay.css';

export function Toasts({ opener, onMore }: { readonly opener: AlarmOpener; readonly onMore: () => void }) {
  const messages = useMessages();
  const desk = useDesk();
  const { shown, more } = useDeskState((state) => state.toasts);
  const now = useDeskState((state) => state.now);
  const isExercise = useOperatingMode() === 'simulation';
  return (
    <section className="toasts" aria-label={messages.toast.region} aria-live="assertive" aria-relevant="additions">
      {shown.map(({ alarm, kind, pushedBy, fromGridName }) => (
        <article key={alarm.id} className="toast panel" data-kind={kind} {...drillAttributes(alarm)}>
          <button type="button" className="toast-body" onClick={() => opener.open(alarm, 'list')}>
            <span className="toast-head line">
              <SourceIcon kind={alarm.facts.kind} />
              <DrillTag of={alarm} />
              <strong>
                {isExercise && !isDrill(alarm) ? messages.toast.real : kind === 'fresh' ? messages.toast.fresh : messages.toast.pushed}
              </strong>{' '}
              {messages.alarm.kinds[alarm.facts.kind]}
              <span className="row-age tabular hint">{ageText(alarm.observedAt, now, messages.alarm.age)}</span>
            </span>
            <span className="toast-place hint cut">
              {alarm.gridName} {locationWithin(alarm)}
            </span>
            {kind === 'pushed' && (
              <span className="toast-place hint cut">{messages.toast.pushedBy(fromGridName ?? '', pushedBy ?? '')}</span>
            )}
          </button>
          <IconButton label={messages.toast.dismiss} icon={<CloseOutlined />} onClick={() => desk.dropToast(alarm.id)} />
        </article>
      ))}
      {more > 0 && (
        <button
          type="button"
          className="toast-more panel tabular"
          onClick={() => {
            desk.clearToasts();
            onMore();
          }}
        >
          {messages.toast.more(more)}
        </button>
      )}
    </section>
  );
}
