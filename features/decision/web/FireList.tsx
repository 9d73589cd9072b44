// The fires in progress and the open alarms of the grid, the most dangerous first; live.

import { useAddressWithin } from '@lookout/web/shared/address-within.ts';
import { DrillTag, drillAttributes } from '@lookout/web/shared/DrillTag.tsx';
import { Nothing, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useConnection, useNow } from '@lookout/web/shared/services.ts';
import { TextFilter } from '@lookout/web/shared/table/filters.tsx';
import { ageText } from '@lookout/web/shared/time-text.ts';
import type { UrlState } from '@lookout/web/shared/url-state.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { isBroken } from '@lookout/web/stores/connection.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isInProgress } from '../../alarm/alarm.ts';
import { FlameIcon, SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { useActionMessages } from '../../alarm/parts/actions/messages.ts';
import { BurningTag, useIsOfBurning } from '../../incident/parts/BurningTag.tsx';
import type { LiveUpdate } from '../../live-messages.ts';
import type { FireToDecide } from '../briefing.ts';
import { useDecisionMessages } from './messages.ts';

const isAlarmUpdate = ({ kind }: LiveUpdate): boolean =>
  kind === 'alarm-recorded' || kind === 'alarm-changed' || kind === 'alarm-gone' || kind === 'alarm-reported';

export function FireList({ url }: { readonly url: UrlState }) {
  const messages = useDecisionMessages();
  const client = useClient();
  const broken = isBroken(useConnection());
  const address = url.get('address');
  const fires = useQuery({
    queryKey: ['fires-to-decide', address],
    queryFn: ({ signal }) => client.decision.fires({ body: { address, withDrills: 1 }, occasion: 'background', silent: true, signal }),
    placeholderData: keepPreviousData,
  });
  useLiveRefetch(isAlarmUpdate, fires.refetch);
  const isOfBurning = useIsOfBurning();
  return (
    <>
      <header className="panel-head">
        <h2>{messages.choose}</h2>
        <span className="tabular hint">{fires.data?.length}</span>
      </header>
      <div className="decision-body stack">
        <p className="second">{messages.chooseHint}</p>
        <TextFilter url={url} name="address" label={messages.search} width={444} />
        {broken && (
          <p className="note" role="status">
            {messages.stale}
          </p>
        )}
        <QueryResult query={fires} isEmpty={() => false} empty={messages.noFires}>
          {(list) =>
            list.length === 0 ? (
              <Nothing {...(address === null ? messages.noFires : messages.noneFound)} />
            ) : (
              <ul className="decision-fires">
                {list.map((fire) => (
                  <FireRow
                    key={fire.alarm.id}
                    fire={fire}
                    isOfBurning={isOfBurning(fire.alarm)}
                    onChoose={() => url.set({ fireId: fire.alarm.id })}
                  />
                ))}
              </ul>
            )
          }
        </QueryResult>
      </div>
    </>
  );
}

interface RowProps {
  readonly fire: FireToDecide;
  readonly isOfBurning: boolean;
  readonly onChoose: () => void;
}

function FireRow({ fire: { alarm, fireLevel }, isOfBurning, onChoose }: RowProps) {
  const messages = useDecisionMessages();
  const { alarm: terms } = useActionMessages();
  const now = useNow();
  const within = useAddressWithin();
  const burning = isInProgress(alarm.response);
  return (
    <li {...drillAttributes(alarm)}>
      <button type="button" className="list-row" onClick={onChoose}>
        {burning ? <FlameIcon size={14} /> : <SourceIcon kind={alarm.facts.kind} size={14} />}
        <strong>{terms.kinds[alarm.facts.kind]}</strong>
        {isOfBurning ? (
          <BurningTag />
        ) : (
          <span className="tag" data-state={burning ? 'real' : 'unjudged'}>
            {burning ? messages.inProgress : messages.open}
          </span>
        )}
        <DrillTag of={alarm} />
        <span className="gap" />
        <span className="hint tabular">{ageText(alarm.observedAt, now, terms.age)}</span>
        <span className="row-second second" title={alarm.formattedAddress}>
          {within(alarm.formattedAddress)}
        </span>
        {fireLevel !== null && (
          <span className="row-second hint">
            {messages.sections.danger} {messages.levels[fireLevel]}
          </span>
        )}
      </button>
    </li>
  );
}
