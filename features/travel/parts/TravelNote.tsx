// The note of a list sorted by travel time: the times are model estimates, by which roads, or why there are none.
import { CallFailed, isLineLost } from '@lookout/client';
import { useNow } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useSharedMessages } from '@lookout/web/shared/text/messages.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { Segmented } from 'antd';
import type { Roads } from './arrivals.ts';
import { useTravelMessages } from './messages.ts';
import type { Nearest } from './use-nearest.ts';
import './travel.css';

export type TravelOrder = 'time' | 'distance';

interface OrderProps {
  readonly value: TravelOrder;
  readonly onChange: (order: TravelOrder) => void;
}

export function TravelOrderSwitch({ value, onChange }: OrderProps) {
  const messages = useTravelMessages();
  return (
    <Segmented<TravelOrder>
      size="small"
      value={value}
      aria-label={messages.orderLabel}
      options={[
        { value: 'time', label: messages.orders.time },
        { value: 'distance', label: messages.orders.distance },
      ]}
      onChange={onChange}
    />
  );
}

interface EstimateProps {
  readonly roads: Roads | null;
  /** The start of the forecast whose fire the routes avoid. */
  readonly forecastAt: Date | null;
}

/** `模型估算 · 演示道路 · 按 15:40 起的推演避开火场` */
export function EstimateNote({ roads, forecastAt }: EstimateProps) {
  const messages = useTravelMessages();
  const now = useNow();
  const about = roads === null ? null : messages.roads[roads];
  const past = forecastAt && messages.pastFire(clockText(forecastAt, now));
  return (
    <p className="hint travel-note" title={messages.estimateHint}>
      {[messages.estimate, about, past].filter((text) => text !== null).join(' · ')}
    </p>
  );
}

export function TravelNote({ nearest }: { readonly nearest: Nearest }) {
  const messages = useTravelMessages();
  const { common } = useSharedMessages();
  switch (nearest.kind) {
    case 'off':
      return null;
    case 'waiting':
      return (
        <p className="hint travel-note" role="status">
          {messages.waiting}
        </p>
      );
    case 'failed': {
      const { error, retry } = nearest;
      const reason = error instanceof CallFailed && !isLineLost(error) ? error.message : common.noAnswer;
      return (
        <p className="hint travel-note" role="alert">
          {`${messages.failed}${marks().brackets(reason)}`}{' '}
          <button type="button" className="link-button" onClick={retry}>
            {messages.retry}
          </button>
        </p>
      );
    }
    case 'known':
      return <EstimateNote roads={nearest.roads} forecastAt={nearest.forecastAt} />;
  }
}
