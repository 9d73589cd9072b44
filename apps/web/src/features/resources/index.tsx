// 资源管理: all resources, monitoring points and cameras of the grid as a table.
import { LIST_LIMIT, writeAssetKind } from '@lookout/contract';
import { ASSET_KINDS, type Asset, type AssetKind, type Named } from '@lookout/domain';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { isOffline } from '../../globe/markers/markers.ts';
import { useGlobeMessages } from '../../globe/messages.ts';
import { RequireRight } from '../../shared/ErrorBoundary.tsx';
import { monitorPageAt } from '../../shared/ShowOnMap.tsx';
import { useClient } from '../../shared/services.ts';
import { ChoiceFilter, GridFilter, NoRows, ResetFilters, TextFilter } from '../../shared/table/filters.tsx';
import { PagedTable, pagingOf } from '../../shared/table/PagedTable.tsx';
import { marks } from '../../shared/text/marks.ts';
import { decimalText } from '../../shared/text/position-text.ts';
import { isNarrowed, oneOf, useUrlState } from '../../shared/url-state.ts';
import { useResourcesMessages } from './messages.ts';

type Listed = Named<Asset>;

export function ResourcesPage() {
  const { title } = useResourcesMessages();
  return (
    <RequireRight right="watch-alarms" page={title}>
      <Resources title={title} />
    </RequireRight>
  );
}

/** The server answers the whole list; the table shows a page of it. */
const pageOf = (list: readonly Listed[], { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number }) => ({
  total: list.length,
  pageNo,
  pageSize,
  list: list.slice((pageNo - 1) * pageSize, pageNo * pageSize),
});

function Resources({ title }: { readonly title: string }) {
  const messages = useResourcesMessages();
  const { card, near } = useGlobeMessages();
  const client = useClient();
  const queries = useQueryClient();
  const url = useUrlState();
  const filter = { gridNo: url.get('grid'), name: url.get('text'), kind: oneOf<AssetKind>(ASSET_KINDS, url.get('kind')) };
  const all = {
    queryKey: ['resource-table', filter],
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Listed[]> => {
      const { kind, ...rest } = filter;
      const resourceType = (kind === null ? ASSET_KINDS : [kind]).map(writeAssetKind);
      return client.resources.resourceList({ body: { ...rest, resourceType }, silent: true, signal });
    },
  };
  const paging = pagingOf(url);
  const page = useQuery({ ...all, select: (list) => pageOf(list, paging), placeholderData: keepPreviousData });

  return (
    <div className="page">
      <header>
        <h1>{title}</h1>
      </header>
      <search className="page-bar">
        <TextFilter url={url} label={messages.name} width={200} />
        <ChoiceFilter
          url={url}
          name="kind"
          label={messages.kinds}
          width={150}
          value={filter.kind}
          options={ASSET_KINDS.map((value) => ({ value, label: near.kindNames[value] }))}
        />
        <GridFilter url={url} />
        {isNarrowed(filter) && <ResetFilters url={url} names={['text', 'kind', 'grid']} label={messages.reset} />}
      </search>
      {page.data && page.data.total >= LIST_LIMIT && <Alert type="info" showIcon title={messages.cut(LIST_LIMIT)} />}
      <PagedTable<Listed>
        table="resources"
        name={title}
        query={page}
        fetchPage={async (some) => pageOf(await queries.ensureQueryData(all), some)}
        url={url}
        rowKey={({ id }) => id}
        width={1270}
        empty={<NoRows isNarrowed={isNarrowed(filter)} messages={messages} />}
        columns={[
          { key: 'name', dataIndex: 'name', title: card.name, width: 220 },
          {
            key: 'kind',
            title: card.kind,
            width: 120,
            text: ({ kind }) => near.kindNames[kind],
            render: (_, { kind }) => near.kindNames[kind],
          },
          { key: 'code', dataIndex: 'code', title: card.code, width: 150 },
          {
            key: 'online',
            title: card.online,
            width: 80,
            text: (resource) => (isOffline(resource) ? card.states.offline : card.states.online),
            render: (_, resource) => (
              <span className="tag" data-online={!isOffline(resource)}>
                {isOffline(resource) ? card.states.offline : card.states.online}
              </span>
            ),
          },
          {
            key: 'grid',
            title: card.grid,
            width: 200,
            text: ({ gridName, gridNo }) => `${gridName}${marks().brackets(gridNo)}`,
            render: (_, { gridName, gridNo }) => `${gridName}${marks().brackets(gridNo)}`,
          },
          {
            key: 'position',
            title: card.position,
            width: 190,
            className: 'tabular',
            text: ({ position }) => decimalText(position),
            render: (_, { position }) => decimalText(position),
          },
          { key: 'leader', dataIndex: 'leaderName', title: card.leader, width: 110 },
          {
            key: 'phone',
            dataIndex: 'leaderPhone',
            title: card.phone,
            width: 130,
            className: 'tabular',
            render: (_, { leaderPhone }) => leaderPhone && <a href={`tel:${leaderPhone}`}>{leaderPhone}</a>,
          },
          {
            key: 'map',
            title: messages.map,
            width: 70,
            fixed: 'end',
            render: (_, { position }) => (
              <Link className="link-button" to={monitorPageAt(position)}>
                {messages.map}
              </Link>
            ),
          },
        ]}
      />
    </div>
  );
}
