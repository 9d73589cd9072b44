// 详情: what has been done, where and when, the weather, the pictures, and what this source alone can say.
import type { NamedAlarm } from '@lookout/domain';
import { type DetailRow, type DetailView, detailRows } from '../../entities/alarm/details.ts';
import { AlarmPictures } from './AlarmPictures.tsx';
import { useAnswerMessages } from './answer/messages.ts';
import { useMessages } from './messages.ts';
import { useDeskState } from './use-desk.ts';
import { WeatherPanel } from './WeatherPanel.tsx';

export function DetailTab({ alarm }: { readonly alarm: NamedAlarm }) {
  const messages = useMessages();
  const answerMessages = useAnswerMessages();
  const now = useDeskState((state) => state.now);
  const rowsOf = (view: DetailView) => detailRows(view, alarm, messages.alarm, now);
  const answered = rowsOf('answers');
  const { popup } = messages;
  return (
    <>
      {answered.length > 0 && <Rows title={answerMessages.section} rows={answered} />}
      <Rows title={popup.basics} rows={rowsOf('basics')} />
      <WeatherPanel lng={alarm.position.lng} lat={alarm.position.lat} />
      <AlarmPictures alarm={alarm} />
      <Rows title={popup.details} rows={rowsOf('source')} />
    </>
  );
}

function Rows({ title, rows }: { readonly title: string; readonly rows: readonly DetailRow[] }) {
  return (
    <>
      <h3>{title}</h3>
      <dl className="detail-rows">
        {rows.map(({ field, label, value, wide }) => (
          <div key={field} data-wide={wide}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
