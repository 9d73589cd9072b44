// A clicked alarm of the bare map: what it is, where and when. This page receives no personal data.
import { CloseOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { alarmTermsEn, alarmTermsZh } from '../../alarm/parts/messages.ts';
import type { MapAlarm } from '../map-embed.ts';
import { type MapMessages, useMapMessages } from './messages.ts';

export const useKindNames = () => (useLanguage() === 'en' ? alarmTermsEn : alarmTermsZh).kinds;

export function AlarmCard({ alarm, onClose }: { readonly alarm: MapAlarm; readonly onClose: () => void }) {
  const messages = useMapMessages();
  const kinds = useKindNames();
  const { card } = messages;
  const rows = [
    [card.state, stateText(alarm, messages)],
    [card.place, alarm.formattedAddress],
    [card.grid, alarm.gridName],
    [card.coordinates, decimalText(alarm.position)],
    [card.observed, formatTime(alarm.observedAt)],
    [card.arrived, formatTime(alarm.arrivedAt)],
  ] as const;
  return (
    <section className="marker-card panel" aria-label={card.title}>
      <header className="panel-head">
        <h2>{kinds[alarm.kind]}</h2>
        <button type="button" className="bare-map-close" aria-label={card.close} title={card.close} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <dl className="tabular">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const stateText = ({ inProgress, verdict }: MapAlarm, messages: MapMessages): string => {
  if (inProgress) return messages.fire;
  return { real: messages.real, false: messages.false, unjudged: messages.unjudged.replace(/[（(].*$/, '').trim() }[verdict];
};
