// 护林管理: each ranger's position, last contact and tasks; a click shows the ranger and the track on the map.
import { formatTime } from '@lookout/contract';
import type { ListedRanger } from '@lookout/domain';
import { Button, Empty, Input, Segmented, Skeleton } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { rangerRecords } from '../../entities/ranger/ranger-records.ts';
import { GlobeStage } from '../../globe/GlobeStage.tsx';
import { MapControls, ModeSwitch } from '../../globe/MapControls.tsx';
import { isOnlineAt } from '../../globe/markers/markers.ts';
import { useGlobeRoom, useGlobeState } from '../../globe/use-globe-room.ts';
import { useLanguage } from '../../shared/language.ts';
import { useConnection, useLoadState, useNow, useRecords, useServices } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { isBroken } from '../../stores/connection.ts';
import { chosenRangers, isLate, RANGER_FILTERS, type RangerFilter } from './chosen.ts';
import './ranger.css';
import { type RangerMessages, rangerEn, rangerZh } from './messages.ts';

function useMessages(): RangerMessages {
  const language = useLanguage();
  return language === 'en' ? rangerEn : rangerZh;
}

export function RangerPage() {
  const messages = useMessages();
  const globe = useGlobeState();
  const rangers = useRecords(rangerRecords);
  const now = useNow();
  const broken = isBroken(useConnection());
  const [filter, setFilter] = useState<RangerFilter>('all');
  const [text, setText] = useState('');
  // With ten thousand moving rangers the list is deferred, so that the map stays smooth.
  const settled = useDeferredValue(rangers);
  const { rangers: chosen, online } = useMemo(() => chosenRangers(settled, filter, text, now), [settled, filter, text, now]);
  return (
    <div className="ranger-page">
      <GlobeStage initialView={null} />
      {globe.kind === 'ready' && (
        <>
          <MapControls globe={globe.globe} />
          <ModeSwitch globe={globe.globe} />
        </>
      )}
      <aside className="ranger-panel side-panel panel" aria-label={messages.title}>
        <header>
          <h2>{messages.title}</h2>
          <span className="tabular hint">{messages.counts(online, settled.length)}</span>
        </header>
        <Input.Search
          allowClear
          placeholder={messages.search}
          aria-label={messages.search}
          onChange={({ target }) => setText(target.value)}
        />
        <Segmented
          block
          size="small"
          aria-label={messages.filter}
          value={filter}
          onChange={setFilter}
          options={RANGER_FILTERS.map((value) => ({ value, label: messages.filters[value] }))}
        />
        {broken && (
          <p className="ranger-stale" role="status">
            {messages.stale}
          </p>
        )}
        <RangerList rangers={chosen} isNarrowed={chosen.length < settled.length} now={now} />
      </aside>
    </div>
  );
}

/** Longer lists are not useful; the search finds the rest. */
const LISTED = 200;

function RangerList({
  rangers,
  isNarrowed,
  now,
}: {
  readonly rangers: readonly ListedRanger[];
  readonly isNarrowed: boolean;
  readonly now: number;
}) {
  const messages = useMessages();
  const load = useLoadState(rangerRecords);
  const { reloadRecords } = useServices();
  if (load === 'loading' || load === 'empty') return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (load === 'failed')
    return (
      <p role="alert" className="ranger-stale">
        {messages.failed} <Button onClick={reloadRecords}>{messages.retry}</Button>
      </p>
    );
  if (rangers.length === 0)
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={isNarrowed ? messages.noneFound : `${messages.empty}${marks().stop}${messages.emptyHint}`}
      />
    );
  return (
    <>
      <ul className="ranger-list">
        {rangers.slice(0, LISTED).map((ranger) => (
          <RangerRow key={ranger.userId} ranger={ranger} isOnline={isOnlineAt(ranger, now)} />
        ))}
      </ul>
      {rangers.length > LISTED && <p>{messages.more(rangers.length - LISTED)}</p>}
    </>
  );
}

function RangerRow({ ranger, isOnline }: { readonly ranger: ListedRanger; readonly isOnline: boolean }) {
  const messages = useMessages();
  const room = useGlobeRoom();
  const { userId, fullName, gridName, last, taskIds } = ranger;
  return (
    <li>
      <button
        type="button"
        className="list-row"
        onClick={() => room.pointAt({ kind: 'ranger', id: userId, ...(last?.position ?? room.view() ?? { lng: 0, lat: 0 }) })}
      >
        <span className="tag" data-online={isOnline}>
          {isOnline ? messages.online : messages.offline}
        </span>
        <strong>{fullName}</strong>
        {taskIds.length > 0 && (
          <span className="tag" data-state="busy">
            {messages.busy(taskIds.length)}
          </span>
        )}
        <span className="hint">{gridName}</span>
        <span className="row-second tabular hint">
          {last === null ? messages.never : messages.lastContact(formatTime(last.at))}
          {last !== null && isLate(ranger) && ` · ${messages.late(formatTime(last.receivedAt).slice(11))}`}
          {last === null && ` · ${messages.noPosition}`}
        </span>
      </button>
    </li>
  );
}
