// A grid: the grids directly below it with their areas, and its people: officers, and rangers with their last contact.
import type { Client } from '@lookout/client';
import type { GridLevel } from '@lookout/domain';
import { areaSquareMetres } from '@lookout/geo';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Table } from 'antd';
import { Link } from 'react-router';
import type { GridTree } from '../../grid/grid.calls.ts';
import { isRangerOnline, type ListedRanger } from '../../ranger/ranger.ts';
import { type ResourcesMessages, useResourcesMessages } from './messages.ts';

interface Person {
  readonly id: string;
  readonly fullName: string;
  readonly gridName: string;
}

interface People {
  readonly officers: readonly Person[];
  readonly rangers: readonly ListedRanger[];
}

/** The grid that the drawer shows. */
export interface OpenedGrid {
  readonly no: string;
  readonly name: string;
  readonly level: GridLevel;
}

interface Props {
  readonly grid: OpenedGrid;
  readonly onClose: () => void;
}

export function GridDrawer({ grid, onClose }: Props) {
  const messages = useResourcesMessages();
  const client = useClient();
  const seesRangers = useRight('see-rangers');
  const people = useQuery({
    queryKey: ['grid-people', grid.no, seesRangers],
    queryFn: async ({ signal }): Promise<People> => {
      const request = { gridNo: grid.no };
      const [accounts, rangers] = await Promise.all([
        client.auth.userList({ body: request, silent: true, signal }),
        seesRangers ? client.ranger.rangerList({ body: request, silent: true, signal }) : [],
      ]);
      const walking = new Set(rangers.map(({ userId }) => userId));
      return { officers: accounts.filter(({ id }) => !walking.has(id)), rangers };
    },
  });
  return (
    <Drawer open size={560} title={messages.people.title(grid.name)} onClose={onClose}>
      <LowerGrids grid={grid} />
      <QueryResult
        query={people}
        isEmpty={({ officers, rangers }) => officers.length + rangers.length === 0}
        empty={{ title: messages.people.none, hint: messages.people.noneHint }}
      >
        {({ officers, rangers }) => (
          <>
            <h3>{messages.people.officers(officers.length)}</h3>
            <Officers people={officers} messages={messages} />
            {seesRangers && (
              <>
                <h3>{messages.people.rangers(rangers.length)}</h3>
                <Rangers people={rangers} messages={messages} />
                <Link className="link-button" to={`/manage/ranger?grid=${grid.no}`}>
                  {messages.people.toRangers}
                </Link>
              </>
            )}
          </>
        )}
      </QueryResult>
    </Drawer>
  );
}

interface LowerGrid {
  readonly no: string;
  readonly name: string;
  /** Area on the ellipsoid; null: no boundary, or not requested. */
  readonly squareKilometres: number | null;
}

const SQUARE_METRES_PER_SQUARE_KILOMETRE = 1e6;

/** Every level has a separate call (specification §7). The country has too many boundaries to load them just for measuring. */
const lowerGridsOf: { readonly [L in GridLevel]: ((client: Client, gridNo: string, signal: AbortSignal) => Promise<LowerGrid[]>) | null } =
  {
    nation: async (client, gridNo, signal) =>
      nodesBelow(await client.grid.gridSecondLevel({ query: { gridNo }, silent: true, signal }), gridNo),
    province: measuredBelow,
    prefecture: measuredBelow,
    county: async (client, gridNo, signal) =>
      nodesBelow(await client.grid.gridTreeWithTowns({ query: { gridNo }, silent: true, signal }), gridNo),
    town: async (client, gridNo, signal) =>
      nodesBelow(await client.grid.gridTreeWithTowns({ query: { gridNo }, silent: true, signal }), gridNo),
    village: null,
  };

async function measuredBelow(client: Client, gridNo: string, signal: AbortSignal): Promise<LowerGrid[]> {
  const areas = await client.auth.userAreaNew({ query: { gridNo }, silent: true, signal });
  return areas
    .filter((area) => area.gridNo !== gridNo)
    .map(({ gridNo: no, gridName, areasPoint }) => ({
      no,
      name: gridName,
      squareKilometres: areasPoint === null ? null : sizeOf(areasPoint),
    }));
}

/** @param geoJson a Polygon or MultiPolygon, in the format of the specification's `areasPoint` */
function sizeOf(geoJson: string): number {
  const { type, coordinates } = JSON.parse(geoJson) as { type: string; coordinates: unknown };
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as readonly (readonly (readonly [number, number])[])[][];
  const ringSize = (ring: readonly (readonly [number, number])[]) => areaSquareMetres(ring.map(([lng, lat]) => ({ lng, lat })));
  const squareMetres = polygons.reduce(
    (sum, [outer = [], ...holes]) => sum + ringSize(outer) - holes.reduce((inside, hole) => inside + ringSize(hole), 0),
    0,
  );
  return squareMetres / SQUARE_METRES_PER_SQUARE_KILOMETRE;
}

/** The children of the asked grid, which is the root of the tree or the tree itself. */
function nodesBelow(trees: readonly GridTree[], gridNo: string): LowerGrid[] {
  const root = trees.find(({ no }) => no === gridNo);
  return (root?.children ?? trees).map(({ no, name }) => ({ no, name, squareKilometres: null }));
}

function LowerGrids({ grid: { no, level } }: { readonly grid: OpenedGrid }) {
  const { people: texts } = useResourcesMessages();
  const client = useClient();
  const load = lowerGridsOf[level];
  const lower = useQuery({
    queryKey: ['grids-below', no],
    enabled: load !== null,
    queryFn: ({ signal }) => load?.(client, no, signal) ?? [],
  });
  if (load === null) return null;
  return (
    <>
      <h3>{texts.lower(lower.data?.length ?? null)}</h3>
      <QueryResult query={lower} isEmpty={(grids) => grids.length === 0} empty={{ title: texts.noLower, hint: texts.noLowerHint }}>
        {(grids) => (
          <Table<LowerGrid>
            size="small"
            rowKey={(row) => row.no}
            dataSource={[...grids]}
            pagination={paging}
            columns={[
              { key: 'name', dataIndex: 'name', title: texts.grid },
              { key: 'no', dataIndex: 'no', title: texts.number, className: 'tabular' },
              ...(grids.some(({ squareKilometres }) => squareKilometres !== null)
                ? [
                    {
                      key: 'size',
                      title: texts.size,
                      className: 'tabular',
                      render: (_: unknown, { squareKilometres }: LowerGrid) =>
                        squareKilometres === null ? '—' : squareKilometres.toFixed(0),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </QueryResult>
    </>
  );
}

interface PeopleProps<P> {
  readonly people: readonly P[];
  readonly messages: ResourcesMessages;
}

const paging = { pageSize: 20, hideOnSinglePage: true, showSizeChanger: false } as const;

const Officers = ({ people, messages: { people: texts } }: PeopleProps<Person>) => (
  <Table<Person>
    size="small"
    rowKey={({ id }) => id}
    dataSource={[...people]}
    pagination={paging}
    locale={{ emptyText: texts.noOfficers }}
    columns={[
      { key: 'name', dataIndex: 'fullName', title: texts.name },
      { key: 'grid', dataIndex: 'gridName', title: texts.grid },
    ]}
  />
);

function Rangers({ people, messages: { people: texts } }: PeopleProps<ListedRanger>) {
  const { now } = useServices();
  const at = new Date(now());
  const contactOf = ({ last }: ListedRanger) =>
    last === null ? texts.never : `${dayAndMinute(last.at)} ${isRangerOnline(last.at, at) ? texts.online : texts.offline}`;
  return (
    <Table<ListedRanger>
      size="small"
      rowKey={({ userId }) => userId}
      dataSource={[...people]}
      pagination={paging}
      locale={{ emptyText: texts.noRangers }}
      columns={[
        { key: 'name', dataIndex: 'fullName', title: texts.name },
        { key: 'grid', dataIndex: 'gridName', title: texts.grid },
        {
          key: 'phone',
          title: texts.phone,
          className: 'tabular',
          render: (_, { phone }) => (phone === null ? '—' : <a href={`tel:${phone}`}>{phone}</a>),
        },
        { key: 'contact', title: texts.contact, className: 'tabular', render: (_, ranger) => contactOf(ranger) },
      ]}
    />
  );
}
