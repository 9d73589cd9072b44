// 用火报备 on the globe: the burnings of one day that match the table's filter, each in the colour of its state. A click opens a burning.

import { GlobeStage } from '@lookout/web/globe/GlobeStage.tsx';
import { useGlobeRoom, useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { PagedRows, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useServices } from '@lookout/web/shared/services.ts';
import { isNarrowed, type UrlState } from '@lookout/web/shared/url-state.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useEffect } from 'react';
import { BURNING_STATES, type BurningState } from '../burning.ts';
import type { BurningLook } from '../layer/burning-looks.ts';
import { windowText } from '../parts/burnings.ts';
import { useBurningMessages } from '../parts/messages.ts';
import { BurningStateTag } from '../parts/ReviewBurning.tsx';
import { dayOf, readDay, windowOfDay } from './calendar.ts';
import type { BurningFilter } from './filter.ts';
import { useBurningPageMessages } from './messages.ts';

interface Props {
  readonly url: UrlState;
  readonly query: BurningFilter;
}

const POLL_MS = 60_000;
const LOOKS = ['pending', 'coming', 'burning', 'over', 'refused', 'withdrawn'] as const satisfies readonly BurningLook[];
const isState = (look: string): look is BurningState => BURNING_STATES.some((state) => state === look);

export function BurningMap({ url, query }: Props) {
  const messages = useBurningPageMessages();
  const burningMessages = useBurningMessages();
  const { client, now, overlays } = useServices();
  const room = useGlobeRoom();
  const globe = useGlobeState();
  const day = readDay(url.get('day')) ?? dayOf(new Date(now()));
  const body = { ...query, ...windowOfDay(day) };
  const list = useQuery({
    queryKey: ['burnings', 'day', body],
    queryFn: ({ signal }) => client.burning.burningList({ body, silent: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  const { data } = list;
  useEffect(() => overlays.listedBurnings.set(data ?? []), [overlays, data]);
  useEffect(() => () => overlays.listedBurnings.set(null), [overlays]);
  const nameOf = (look: BurningLook): string =>
    isState(look) ? burningMessages.states[look] : burningMessages.phases[look === 'coming' ? 'before' : look];
  const goTo = (days: number) => url.set({ day: dayjs(day).add(days, 'day').format('YYYY-MM-DD') });

  return (
    <div className="burning-map">
      <div className="burning-map-globe">
        <GlobeStage initialView={null} />
        {globe.kind === 'ready' && (
          <ul className="burning-map-legend panel" aria-label={messages.map.legend}>
            {LOOKS.map((look) => (
              <li key={look}>
                <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
                  <rect x="1" y="1" width="10" height="10" rx="2" fill="none" strokeWidth="2" stroke={globe.map.BURNING_COLOURS[look]} />
                </svg>
                {nameOf(look)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <section className="burning-map-list" aria-label={messages.calendar.of(day)}>
        <p className="line">
          <Button size="small" onClick={() => goTo(-1)}>
            {messages.map.before}
          </Button>
          <DatePicker
            size="small"
            allowClear={false}
            value={dayjs(day)}
            aria-label={messages.map.day}
            onChange={(chosen) => url.set({ day: chosen?.format('YYYY-MM-DD') ?? null })}
          />
          <Button size="small" onClick={() => goTo(1)}>
            {messages.map.after}
          </Button>
        </p>
        <QueryResult
          query={list}
          isEmpty={(rows) => rows.length === 0}
          empty={isNarrowed(query) ? messages.map.noneFound : messages.map.empty}
        >
          {(rows) => (
            <PagedRows items={rows} keyOf={({ id }) => id} label={messages.calendar.of(day)}>
              {(burning) => (
                <button
                  type="button"
                  className="list-row"
                  onClick={() => room.pointAt({ kind: 'burning', id: burning.id, ...burning.position })}
                >
                  <span className="row-name cut">
                    {burningMessages.purposes[burning.purpose]} · {burning.applicant}
                  </span>
                  <BurningStateTag burning={burning} />
                  <span className="row-second tabular hint">{windowText(burning)}</span>
                  <span className="row-second hint">
                    {burning.gridName} {burning.address}
                  </span>
                </button>
              )}
            </PagedRows>
          )}
        </QueryResult>
      </section>
    </div>
  );
}
