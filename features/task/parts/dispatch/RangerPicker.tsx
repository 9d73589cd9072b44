// The rangers of the user's own grid, by time or distance to a position. Polled while they are shown, because presence and tasks change.

import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { PEOPLE, useNearest } from '../../../travel/parts/use-nearest.ts';
import { useDispatchMessages } from './messages.ts';
import { RangerTree } from './RangerTree.tsx';
import './dispatch.css';

/** Rangers send positions every 15 s. */
const POLL_MS = 15_000;

interface Props {
  /** null: the position is not known yet, and the rangers are listed without a distance. */
  readonly position: { readonly lng: number; readonly lat: number } | null;
  /** Whether the rangers are sent now, so that the travel time matters. */
  readonly isForNow?: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly disabled: boolean;
  /** Whether the user tried to send without selecting a ranger. */
  readonly isMissing: boolean;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

export function RangerPicker({ position, isForNow = false, chosen, disabled, isMissing, onChange }: Props) {
  const messages = useDispatchMessages();
  const client = useClient();
  const { now } = useServices();
  const rangers = useQuery({
    queryKey: ['rangers-near', position],
    queryFn: ({ signal }) =>
      client.ranger.rangerList({
        body: { position },
        silent: true,
        occasion: 'background',
        signal,
      }),
    refetchInterval: POLL_MS,
    placeholderData: (before) => before,
  });
  const nearest = useNearest({ position, kinds: PEOPLE, isWanted: isForNow });
  // Selected rangers who are no longer listed, e.g. from an older rule. The tree does not show them, so they cannot be unchecked there.
  const known = new Set(rangers.data?.map(({ userId }) => userId));
  const gone = rangers.data === undefined ? [] : [...chosen].filter((id) => !known.has(id));
  return (
    <div className="dispatch-rangers">
      <h3>{messages.rangers}</h3>
      {isMissing && chosen.size === 0 && (
        <p className="dispatch-nobody" role="alert">
          {messages.needRangers}
        </p>
      )}
      {gone.length > 0 && (
        <p className="dispatch-nobody">
          {messages.gone(gone.length)}{' '}
          <button type="button" className="link-button" onClick={() => onChange(new Set([...chosen].filter((id) => known.has(id))))}>
            {messages.removeGone}
          </button>
        </p>
      )}
      {rangers.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {rangers.isError && !rangers.data && <LoadFailed error={rangers.error} onRetry={() => void rangers.refetch()} />}
      {rangers.data && (
        <RangerTree
          rangers={rangers.data}
          goal={position}
          nearest={nearest}
          chosen={chosen}
          disabled={disabled}
          now={now()}
          onChange={onChange}
        />
      )}
    </div>
  );
}
