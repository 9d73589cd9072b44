// 网格: one's own grid and those below, with their resources and rangers.

import type { GridNo } from '@lookout/domain';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { GridFilter, NoRows, ResetFilters, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable, pagingOf } from '@lookout/web/shared/table/PagedTable.tsx';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { isNarrowed, useUrlState } from '@lookout/web/shared/url-state.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { GridDrawer, type OpenedGrid } from './GridDrawer.tsx';
import { useResourcesMessages } from './messages.ts';

/** Degrees around the centre that the camera shows after flying there, by level. */
const SHOWN_DEGREES = { nation: 40, province: 8, prefecture: 3, county: 1, town: 0.3, village: 0.1 } as const;

interface GridRow {
  readonly no: GridNo;
  readonly name: string;
  readonly level: keyof typeof SHOWN_DEGREES;
  readonly fullName: string;
  readonly centre: { readonly lng: number; readonly lat: number } | null;
  /** Chinese or English names with counts, most first. */
  readonly resources: readonly string[];
  /** Number of rangers; null: this officer may not see them. */
  readonly rangers: number | null;
}

/** Whether the grid `no` contains `other`. Six digits: two for each level. */
const contains = (no: string, other: string): boolean => other.startsWith(no.replace(/(00)+$/, ''));

export function GridTable() {
  const messages = useResourcesMessages();
  const { card, near } = useGlobeMessages();
  const client = useClient();
  const queries = useQueryClient();
  const seesRangers = useRight('see-rangers');
  const fly = useFly();
  const url = useUrlState();
  const gridNo = useGridFilter(url);
  const request = { name: url.get('text'), gridNo };
  const [opened, setOpened] = useState<OpenedGrid | null>(null);
  const isNarrow = isNarrowed({ text: url.get('text'), grid: url.get('grid') });
  const all = {
    queryKey: ['grid-table', request, seesRangers, near],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly GridRow[]> => {
      const [grids, counts, rangers] = await Promise.all([
        client.resource.gridList({ body: request, silent: true, signal }),
        client.resource.counts({ query: { gridNo, level: 'county' }, silent: true, signal }),
        seesRangers ? client.ranger.rangerList({ body: { gridNo }, silent: true, signal }) : null,
      ]);
      return grids.map(({ no, name, level, fullName, longitude, latitude }) => {
        const kinds = new Map<string, number>();
        for (const { gridNo: at, kind, count } of counts)
          if (contains(no, at)) kinds.set(near.kindNames[kind], (kinds.get(near.kindNames[kind]) ?? 0) + count);
        return {
          no: no as GridNo,
          name,
          level,
          fullName,
          centre: longitude === null || latitude === null ? null : { lng: longitude, lat: latitude },
          resources: [...kinds].toSorted(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`),
          rangers: rangers?.filter((ranger) => contains(no, ranger.gridNo)).length ?? null,
        };
      });
    },
  };
  const paging = pagingOf(url);
  const page = useQuery({ ...all, select: (list) => pageOf(list, paging) });
  return (
    <>
      <search className="page-bar">
        <TextFilter url={url} label={messages.name} width={200} />
        <GridFilter url={url} />
        {isNarrow && <ResetFilters url={url} names={['text', 'grid']} label={messages.reset} />}
      </search>
      <PagedTable<GridRow>
        table="resources.grid"
        name={messages.titles.grid}
        query={page}
        fetchPage={async (some) => pageOf(await queries.ensureQueryData(all), some)}
        url={url}
        rowKey={({ no }) => no}
        width={912}
        empty={<NoRows isNarrowed={isNarrow} messages={messages} />}
        columns={[
          {
            key: 'name',
            title: card.name,
            width: 150,
            text: ({ name }) => name,
            render: (_, { name, centre, level }) =>
              centre === null ? (
                name
              ) : (
                <button
                  type="button"
                  className="link-button"
                  title={messages.grids.showBoundary}
                  onClick={() => {
                    const half = SHOWN_DEGREES[level] / 2;
                    fly({ ...centre, label: name }, [centre.lng - half, centre.lat - half, centre.lng + half, centre.lat + half]);
                  }}
                >
                  {name}
                </button>
              ),
          },
          { key: 'no', dataIndex: 'no', title: messages.grids.no, width: 90, className: 'tabular' },
          { key: 'level', title: messages.grids.level, width: 80, ...textCell(({ level }) => messages.grids.levels[level]) },
          {
            key: 'people',
            title: messages.grids.people,
            width: 72,
            text: ({ rangers }) => rangers,
            render: (_, { no, name, level, rangers }) => (
              <button
                type="button"
                className="link-button"
                aria-label={messages.grids.peopleOf(name, rangers)}
                onClick={() => setOpened({ no, name, level })}
              >
                {rangers ?? messages.grids.people}
              </button>
            ),
          },
          {
            key: 'resources',
            title: messages.grids.resources,
            width: 300,
            // One line, the most frequent kinds first; the tooltip has all.
            ellipsis: true,
            ...textCell(({ resources }) => resources.join(marks().list)),
          },
          { key: 'full', dataIndex: 'fullName', title: messages.grids.full, width: 220, ellipsis: true },
        ]}
      />
      {opened && <GridDrawer grid={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const pageOf = (list: readonly GridRow[], { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number }) => ({
  total: list.length,
  pageNo,
  pageSize,
  list: list.slice((pageNo - 1) * pageSize, pageNo * pageSize),
});
