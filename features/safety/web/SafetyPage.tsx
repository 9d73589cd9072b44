// 人员安全: all people near fires, the most urgent first.
import type { Named } from '@lookout/domain';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { Nothing, PagedRows } from '@lookout/web/shared/QueryResult.tsx';
import { useConnection, useLoadState, useNow, useRecords, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { isBroken } from '@lookout/web/stores/connection.ts';
import { Skeleton } from 'antd';
import { useSafetyMessages } from '../parts/messages.ts';
import { safetyRecords } from '../parts/safety-records.ts';
import { safetyText } from '../parts/safety-text.ts';
import type { PersonSafety } from '../safety.ts';
import { useSafetyDeskMessages } from './messages.ts';
import { PersonActs, PersonFacts, SafetyTag } from './PersonFacts.tsx';
import './safety.css';

export function SafetyPage() {
  const messages = useSafetyDeskMessages();
  const broken = isBroken(useConnection());
  return (
    <div className="page">
      <header>
        <h1>{messages.title}</h1>
      </header>
      <p className="second">{messages.estimate}</p>
      {broken && (
        <p className="safety-stale" role="status">
          {messages.stale}
        </p>
      )}
      <People />
    </div>
  );
}

function People() {
  const messages = useSafetyDeskMessages();
  const { reloadRecords } = useServices();
  const state = useLoadState(safetyRecords);
  const people = useRecords(safetyRecords);
  if (state === 'failed') return <LoadFailed error={null} onRetry={reloadRecords} />;
  if (state !== 'loaded') return <Skeleton active paragraph={{ rows: 4 }} />;
  if (people.length === 0) return <Nothing {...messages.none} />;
  return (
    <>
      <p className="tabular">{messages.counts(people.filter(({ alarm }) => alarm !== null).length, people.length)}</p>
      <PagedRows items={people} keyOf={({ id }) => id} label={messages.list}>
        {(person) => <Card person={person} />}
      </PagedRows>
    </>
  );
}

function Card({ person }: { readonly person: Named<PersonSafety> }) {
  const shared = useSafetyMessages();
  const now = useNow();
  const { fullName, gridName, alarm } = person;
  const name = `${gridName} ${fullName}`;
  return (
    <section className="safety-card panel" aria-label={name} data-alarm={alarm !== null}>
      <header className="line">
        <h2>{name}</h2>
        <SafetyTag person={person} />
      </header>
      <p className="tabular">{safetyText(person, now, shared, marks().comma)}</p>
      <PersonFacts person={person} isWhole />
      {alarm?.taken != null && <p className="tabular">{shared.takenBy(alarm.taken.by, clockText(alarm.taken.at, now))}</p>}
      <PersonActs person={person} />
    </section>
  );
}
