// 接近火场: warnings from the newest forecast for people dispatched to a fire, shown before they are sent: whether the head of the fire is
// closed to them, and where to assemble.

import { compassOf } from '@lookout/domain';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { useClient, useNow, useRight, useServices } from '@lookout/web/shared/services.ts';
import { COMPASS_POINTS } from '@lookout/web/shared/text/compass.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { type Approach, type AssemblyPoint, isHeadClosed, warnsOfHead } from '../../../decision/approach.ts';
import { useDispatchMessages } from './messages.ts';

/** Observations correct a forecast, so an older one is requested again when a dialog opens. */
const FRESH_MS = 60_000;

export type KnownApproach =
  /** The officer lacks the right, or there is no fire. */
  | { readonly kind: 'off' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  /** null: no forecast gives advice. */
  | { readonly kind: 'known'; readonly approach: Approach | null };

/** @param fireId null: there is no fire */
export function useApproach(fireId: string | null): KnownApproach {
  const client = useClient();
  const decides = useRight('support-decisions');
  const dispatches = useRight('dispatch');
  const { replay } = useServices();
  const isOn = (decides || dispatches) && replay === null && fireId !== null;
  const { data, isError, refetch } = useQuery({
    queryKey: ['fire-approach', fireId],
    enabled: isOn,
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => client.decision.approach({ body: { fireId: fireId ?? '' }, occasion: 'background', silent: true, signal }),
  });
  if (!isOn) return { kind: 'off' };
  if (data !== undefined) return { kind: 'known', approach: data };
  return isError ? { kind: 'failed', retry: () => void refetch() } : { kind: 'waiting' };
}

/** The order text that directs people to the assembly point; null: the head is not closed to them. */
export function useAssemblyOrder(): (approach: Approach | null) => string | null {
  const { approach: messages } = useDispatchMessages();
  return (approach) => {
    if (approach === null || !isHeadClosed(approach)) return null;
    return approach.assembly === null ? messages.orderWithout : messages.order(decimalText(approach.assembly.position));
  };
}

interface Props {
  readonly approach: Approach | null;
  /** Inserts the text into the task's order; absent: there is no task form on this page. */
  readonly onOrder?: (order: string) => void;
}

/** Renders nothing when the head needs no warning. */
export function ApproachNote({ approach, onOrder }: Props) {
  const dispatch = useDispatchMessages();
  const { approach: messages } = dispatch;
  const language = useLanguage();
  const now = useNow();
  const orderOf = useAssemblyOrder();
  if (approach === null || !warnsOfHead(approach)) return null;
  const { flameLengthMetres, assembly, forecastFrom, forecastUntil } = approach;
  const isClosed = isHeadClosed(approach);
  const flames = flameLengthMetres === null ? '' : messages.flames(flameLengthMetres.toFixed(1));
  const order = orderOf(approach);
  const placeOf = ({ distanceMetres, bearingDegrees, road, side }: AssemblyPoint): string => {
    const way = `${COMPASS_POINTS[language][compassOf(bearingDegrees)]} ${distanceText(distanceMetres, dispatch)}`;
    return messages.assembly(way, road[language], side === null ? '' : messages.sides[side]);
  };
  return (
    <Alert
      type={isClosed ? 'error' : 'warning'}
      showIcon
      role="alert"
      className="approach-note"
      title={(isClosed ? messages.closed : messages.hard)(flames)}
      description={
        <>
          <p>{isClosed ? messages.team : messages.flanks}</p>
          <p>
            {assembly === null ? (
              messages.none
            ) : (
              <>
                {placeOf(assembly)} <span className="tabular">{decimalText(assembly.position)}</span>
              </>
            )}
          </p>
          <p className="hint">{messages.doubt(clockText(forecastFrom, now), clockText(forecastUntil, now))}</p>
        </>
      }
      action={
        onOrder &&
        order !== null && (
          <Button size="small" onClick={() => onOrder(order)}>
            {messages.use}
          </Button>
        )
      }
    />
  );
}

interface KnownProps extends Omit<Props, 'approach'> {
  readonly known: KnownApproach;
}

/** The same note while its data is requested. A failure is shown, because showing nothing would suggest that there is no danger. */
export function ApproachOf({ known, ...note }: KnownProps) {
  const { approach: messages } = useDispatchMessages();
  switch (known.kind) {
    case 'off':
    case 'waiting':
      return null;
    case 'failed':
      return (
        <p className="note" role="alert">
          {messages.failed}{' '}
          <button type="button" className="link-button" onClick={known.retry}>
            {messages.retry}
          </button>
        </p>
      );
    case 'known':
      return <ApproachNote approach={known.approach} {...note} />;
  }
}
