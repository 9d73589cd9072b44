// The closed fires with the state of their archives, paged by the server.
import { formatTime } from '@lookout/contract';
import { useAddressWithin } from '@lookout/web/shared/address-within.ts';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import {
  ChoiceFilter,
  choices,
  GridFilter,
  ResetFilters,
  TextFilter,
  useGridFilter,
  WindowFilter,
} from '@lookout/web/shared/table/filters.tsx';
import { isNarrowed, oneOf, type UrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { ARCHIVE_STATES } from '../fire-archive.ts';
import { useFireArchiveMessages } from './messages.ts';

const PAGE_SIZE = 20;
const FILTER_NAMES = ['text', 'state', 'grid', 'from', 'to'] as const;

interface Props {
  readonly url: UrlState;
  readonly onOpen: (fireId: string) => void;
}

export function FireList({ url, onOpen }: Props) {
  const messages = useFireArchiveMessages();
  const client = useClient();
  const filter = { address: url.get('text'), state: oneOf(ARCHIVE_STATES, url.get('state')), gridNo: url.get('grid'), ...windowOf(url) };
  const request = { ...filter, gridNo: useGridFilter(url), pageNo: url.count('page', 1), pageSize: PAGE_SIZE };
  const fires = useQuery({
    queryKey: ['fire-archives', 'page', request],
    queryFn: ({ signal }) => client.fireArchive.archivePage({ body: request, silent: true, signal }),
    placeholderData: keepPreviousData,
  });
  const within = useAddressWithin();
  const narrowed = isNarrowed(filter);
  return (
    <>
      <header className="archive-head line">
        <h2>{messages.title}</h2>
        <span className="tabular hint">{fires.data && messages.total(fires.data.total)}</span>
      </header>
      <search className="archive-filters">
        <TextFilter url={url} label={messages.search} width={250} />
        <ChoiceFilter url={url} name="state" label={messages.state} width={140} options={choices(ARCHIVE_STATES, messages.states)} />
        <GridFilter url={url} />
        <WindowFilter url={url} labels={messages} covers="whole days" />
        {narrowed && <ResetFilters url={url} names={FILTER_NAMES} label={messages.reset} />}
      </search>
      <QueryResult
        query={fires}
        isEmpty={({ list }) => list.length === 0}
        empty={narrowed ? { title: messages.noneFound, hint: messages.noneFoundHint } : { title: messages.empty, hint: messages.emptyHint }}
      >
        {({ list, total }) => (
          <>
            <ul className="archive-list" aria-label={messages.list}>
              {list.map((fire) => (
                <li key={fire.fireId}>
                  <button type="button" className="list-row" onClick={() => onOpen(fire.fireId)}>
                    <span className="tag" data-archive={fire.state}>
                      {messages.states[fire.state]}
                    </span>
                    <strong className="cut" title={fire.formattedAddress}>
                      {within(fire.formattedAddress)}
                    </strong>
                    {fire.grade && <span className="archive-grade">{messages.grades[fire.grade]}</span>}
                    <span className="row-second tabular hint">
                      {[
                        messages.closedAt(formatTime(fire.closedAt)),
                        fire.gridName,
                        fire.alarms > 1 && messages.alarms(fire.alarms),
                        fire.version !== null && messages.version(fire.version),
                        fire.hectares !== null && messages.hectares(String(fire.hectares)),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {total > PAGE_SIZE && (
              <Pagination
                className="archive-pages"
                size="small"
                simple
                current={request.pageNo}
                pageSize={PAGE_SIZE}
                total={total}
                onChange={(page) => url.set({ page })}
              />
            )}
          </>
        )}
      </QueryResult>
    </>
  );
}
