// Tables of 摄像头 and 监控点 with their positions; both are configured in 摄像头设置.

import type { Named } from '@lookout/domain';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { SetupLinks } from '@lookout/web/manifest/SetupLinks.tsx';
import { useGridTree } from '@lookout/web/shared/GridPicker.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import type { Column } from '@lookout/web/shared/table/columns.ts';
import { GridFilter, NoRows, ResetFilters, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable, pagingOf } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { isNarrowed, type UrlState, useUrlState } from '@lookout/web/shared/url-state.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Camera, MonitoringPoint } from '../../camera/camera.ts';
import type { GridTree } from '../../grid/grid.calls.ts';
import { isOffline } from '../parts/markers.ts';
import { gridColumn, phoneColumn, positionColumn } from './columns.tsx';
import { useResourcesMessages } from './messages.ts';

export function MonitorTable() {
  const messages = useResourcesMessages();
  const { card } = useGlobeMessages();
  const client = useClient();
  const url = useUrlState();
  const asked = { name: url.get('text'), gridNo: useGridFilter(url) };
  const page = usePage({ url, key: ['monitor-points', 'resource'], filter: asked, call: client.camera.monitorPage });
  const common = useCommonColumns<Named<MonitoringPoint>>();
  return (
    <>
      <Filters url={url} />
      <PagedTable<Named<MonitoringPoint>>
        table="resources.monitor"
        name={messages.titles.monitor}
        {...page}
        width={966}
        empty={<Nothing url={url} />}
        columns={[
          ...common,
          gridColumn(card.grid, ({ gridName }) => gridName),
          { key: 'leader', dataIndex: 'leaderName', title: card.leader, width: 96, ellipsis: true },
          phoneColumn(card.phone),
          { key: 'code', dataIndex: 'resourceCode', title: card.code, width: 190, className: 'tabular', ellipsis: true },
          positionColumn(card.position),
        ]}
      />
    </>
  );
}

export function CameraTable() {
  const messages = useResourcesMessages();
  const { card } = useGlobeMessages();
  const client = useClient();
  const queries = useQueryClient();
  const url = useUrlState();
  const asked = { name: url.get('text'), gridNo: useGridFilter(url) };
  const all = {
    queryKey: ['camera-table', asked],
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Camera[]> =>
      client.post.cameraListNew({ query: asked, silent: true, signal }),
  };
  const paging = pagingOf(url);
  const page = useQuery({ ...all, select: (list) => pageOf(list, paging), placeholderData: keepPreviousData });
  const common = useCommonColumns<Camera>();
  const gridNames = namesIn(useGridTree().data ?? []);
  return (
    <>
      <Filters url={url} />
      <PagedTable<Camera>
        table="resources.camera"
        name={messages.titles.camera}
        query={page}
        fetchPage={async (some) => pageOf(await queries.ensureQueryData(all), some)}
        url={url}
        width={776}
        empty={<Nothing url={url} />}
        columns={[
          ...common,
          gridColumn(card.grid, ({ gridNo }) => gridNames.get(gridNo) ?? gridNo),
          { key: 'code', dataIndex: 'deviceId', title: card.code, width: 210, className: 'tabular', ellipsis: true },
          positionColumn(card.position),
        ]}
      />
    </>
  );
}

/** The server returns the whole list; the table shows one page of it. */
const pageOf = <R,>(list: readonly R[], { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number }) => ({
  total: list.length,
  pageNo,
  pageSize,
  list: list.slice((pageNo - 1) * pageSize, pageNo * pageSize),
});

/** Grid names by number, of a tree. */
const namesIn = (trees: readonly GridTree[]): Map<string, string> =>
  new Map(trees.flatMap(({ no, name, children }) => [[no, name] as const, ...namesIn(children)]));

type Placed = Pick<Camera, 'name' | 'position' | 'online'>;

/** Name (a click flies there) and state. */
function useCommonColumns<R extends Placed>(): readonly Column<R>[] {
  const { card } = useGlobeMessages();
  const fly = useFly();
  const stateOf = (row: R) => (isOffline(row) ? card.states.offline : card.states.online);
  return [
    {
      key: 'name',
      title: card.name,
      width: 210,
      ellipsis: { showTitle: false },
      text: ({ name }) => name,
      render: (_, { name, position }) => (
        <button type="button" className="link-button cut" title={name} onClick={() => fly({ ...position, label: name })}>
          {name}
        </button>
      ),
    },
    {
      key: 'online',
      title: card.online,
      width: 80,
      text: stateOf,
      render: (_, row) => (
        <span className="tag" data-online={!isOffline(row)}>
          {stateOf(row)}
        </span>
      ),
    },
  ];
}

const FILTER_NAMES = ['text', 'grid'] as const;
const isNarrow = (url: UrlState) => isNarrowed({ text: url.get('text'), grid: url.get('grid') });

function Filters({ url }: { readonly url: UrlState }) {
  const messages = useResourcesMessages();
  return (
    <search className="page-bar">
      <TextFilter url={url} label={messages.name} width={200} />
      <GridFilter url={url} />
      {isNarrow(url) && <ResetFilters url={url} names={FILTER_NAMES} label={messages.reset} />}
      <SetupLinks to={['/coverage', 'monitorConfig']} />
    </search>
  );
}

function Nothing({ url }: { readonly url: UrlState }) {
  const messages = useResourcesMessages();
  return <NoRows isNarrowed={isNarrow(url)} messages={{ ...messages, empty: messages.noPoints, emptyHint: messages.noPointsHint }} />;
}
