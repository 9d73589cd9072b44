// The rangers of the own grid by time or distance to a position; polled while they are shown, since presence and tasks change.

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
  /** null: not known yet, they come without a distance. */
  readonly position: { readonly lng: number; readonly lat: number } | null;
  /** They are sent now, so that the time to get there counts. */
  readonly isForNow?: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly disabled: boolean;
  /** Somebody tried to send without a ranger. */
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
        body: position === null ? {} : { longitude: position.lng, latitude: position.lat },
        silent: true,
        occasion: 'background',
        signal,
      }),
    refetchInterval: POLL_MS,
    placeholderData: (before) => before,
  });
  const nearest = useNearest({ position, kinds: PEOPLE, isWanted: isForNow });
  // Of a rule written some time ago: they cannot be unchecked in a tree that does not show them.
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
