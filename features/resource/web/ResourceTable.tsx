// Resources of one kind, or of all: the register with the actions on each entry.

import { PlusOutlined } from '@ant-design/icons';
import { LIST_LIMIT } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { KeptPhotos } from '@lookout/web/shared/photos/KeptPhotos.tsx';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { type Column, textCell } from '@lookout/web/shared/table/columns.ts';
import { ChoiceFilter, choices, GridFilter, NoRows, ResetFilters, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { ImportDialog } from '@lookout/web/shared/table/ImportDialog.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { isNarrowed, oneOf, useUrlState } from '@lookout/web/shared/url-state.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Checkbox, Popconfirm, Popover } from 'antd';
import { useState } from 'react';
import { DispatchDialog } from '../../task/parts/dispatch/DispatchDialog.tsx';
import type { Resource, ResourceKind } from '../resource.ts';
import { isStale, type KeptResource, RESOURCE_FIELDS } from '../resource-care.ts';
import { gridColumn, ownColumn, phoneColumn, positionColumn } from './columns.tsx';
import { GridCounts } from './GridCounts.tsx';
import { useResourcesMessages } from './messages.ts';
import { RegisterExport } from './RegisterExport.tsx';
import { RemoveButton, RemovedDrawer } from './Removal.tsx';
import { ResourceForm } from './ResourceForm.tsx';

type Kept = Named<KeptResource>;

interface Props {
  readonly kinds: readonly ResourceKind[];
  readonly title: string;
}

export function ResourceTable({ kinds, title }: Props) {
  const messages = useResourcesMessages();
  const { card, near } = useGlobeMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const { now } = useServices();
  const mayKeep = useRight('set-up-cameras');
  const mayDispatch = useRight('dispatch');
  const fly = useFly();
  const url = useUrlState();
  const [opened, setOpened] = useState<'new' | Kept | null>(null);
  const [toCheck, setToCheck] = useState<Kept | null>(null);
  const [showing, setShowing] = useState<'removed' | 'import' | null>(null);
  const only = kinds.length === 1 ? (kinds[0] as ResourceKind) : null;
  const filter = {
    name: url.get('text'),
    kind: only === null ? oneOf<ResourceKind>(kinds, url.get('kind')) : null,
    stale: url.get('stale') === '1' ? true : null,
  };
  const gridNo = useGridFilter(url);
  const isNarrow = isNarrowed({ ...filter, grid: url.get('grid') });
  const asked = { name: filter.name, gridNo, kinds: filter.kind === null ? kinds : [filter.kind] };
  const page = usePage({
    url,
    key: ['kept-resources', asked],
    filter: { ...asked, stale: filter.stale },
    call: client.resource.resourcePage,
  });
  const staleCount = useQuery({
    queryKey: ['kept-resources', 'stale', asked],
    queryFn: async ({ signal }) =>
      (await client.resource.resourcePage({ body: { ...asked, stale: true, pageSize: 1 }, silent: true, signal })).total,
  });
  // §7: each kind has a separate list, and all kinds have one list. Its rows are not in the order of the pages, and it stops at its limit.
  const isListed = filter.stale === null && (page.query.data?.total ?? Number.POSITIVE_INFINITY) <= LIST_LIMIT;
  const fetchList = async (signal: AbortSignal): Promise<readonly Named<Resource>[]> => {
    const options = { silent: true, signal } as const;
    const { name, gridNo: grid } = asked;
    const one = only ?? filter.kind;
    if (one !== null) return (await client.resource[one]({ body: { name, gridNo: grid }, ...options })) as readonly Named<Resource>[];
    return (await client.resource.resourceList({ body: asked, ...options })) as readonly Named<Resource>[];
  };
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['kept-resources'] });
    void queries.invalidateQueries({ queryKey: ['resource-counts'] });
  };
  const { send } = useSend();
  const confirm = async (ids: readonly string[]) => {
    await send(async () => {
      const { confirmed } = await client.resource.confirmResources({ body: { ids: [...ids] }, silent: true });
      void message.success(messages.confirmed(confirmed));
    });
    refresh();
  };

  if (opened !== null)
    return (
      <ResourceForm
        kinds={kinds}
        resource={opened === 'new' ? null : opened}
        onClose={(isSaved) => {
          setOpened(null);
          if (isSaved) refresh();
        }}
      />
    );

  const at = new Date(now());
  const staleHere = (page.query.data?.list ?? []).filter((resource) => isStale(resource, at)).map(({ id }) => id);
  const columns: readonly Column<Kept>[] = [
    {
      key: 'name',
      dataIndex: 'name',
      title: card.name,
      width: staleHere.length === 0 ? 176 : 320,
      fixed: 'start',
      render: (_, resource) => (
        <div className="line">
          <button
            type="button"
            className="link-button cut"
            title={resource.name}
            onClick={() => fly({ ...resource.position, label: resource.name })}
          >
            {resource.name}
          </button>
          {isStale(resource, at) && (
            <>
              <span className="tag">{messages.stale}</span>
              {mayDispatch && (
                <Button type="link" size="small" aria-label={messages.sendToCheckOf(resource.name)} onClick={() => setToCheck(resource)}>
                  {messages.sendToCheck}
                </Button>
              )}
            </>
          )}
        </div>
      ),
    },
    ...(only === null
      ? [{ key: 'kind', title: card.kind, width: 96, ellipsis: true, ...textCell(({ kind }: Kept) => near.kindNames[kind]) }]
      : []),
    ...(only === null ? [] : RESOURCE_FIELDS[only].map((field) => ownColumn<Kept>(field, messages.fieldOf(field)))),
    gridColumn(card.grid, ({ gridName }) => gridName),
    { key: 'leader', dataIndex: 'leaderName', title: card.leader, width: 96, ellipsis: true },
    phoneColumn(card.phone),
    {
      key: 'touched',
      title: messages.touched,
      width: 132,
      className: 'tabular',
      ellipsis: true,
      ...textCell((resource: Kept) => touchedText(resource, messages.touchedBy)),
    },
    { key: 'code', dataIndex: 'code', title: card.code, width: 220, className: 'tabular', ellipsis: true },
    positionColumn(card.position),
    {
      key: 'photos',
      title: messages.form.photos,
      width: 72,
      text: ({ photos }) => photos.length,
      render: (_, { photos }) =>
        photos.length > 0 && (
          <Popover trigger="click" content={<KeptPhotos photos={photos} />}>
            <button type="button" className="link-button">
              {messages.photoCount(photos.length)}
            </button>
          </Popover>
        ),
    },
    ...(mayKeep
      ? [
          {
            key: 'actions',
            title: messages.actions,
            width: 164,
            fixed: 'end' as const,
            render: (_: unknown, resource: Kept) => (
              <div className="resources-acts">
                <Button type="link" size="small" onClick={() => setOpened(resource)}>
                  {messages.edit}
                </Button>
                <Button type="link" size="small" onClick={() => void confirm([resource.id])}>
                  {messages.confirm}
                </Button>
                <RemoveButton resource={resource} onChanged={refresh} />
              </div>
            ),
          },
        ]
      : []),
  ];

  return (
    <>
      <search className="page-bar">
        <TextFilter url={url} label={messages.nameOrCode} width={180} />
        {only === null && (
          <ChoiceFilter url={url} name="kind" label={messages.kinds} width={140} options={choices(kinds, near.kindNames)} />
        )}
        <GridFilter url={url} />
        <Checkbox checked={filter.stale === true} onChange={({ target }) => url.set({ stale: target.checked ? 1 : null })}>
          {messages.staleOnly(staleCount.data ?? null)}
        </Checkbox>
        {isNarrow && <ResetFilters url={url} names={['text', 'kind', 'grid', 'stale']} label={messages.reset} />}
      </search>
      <PagedTable<Kept>
        table={`resources.${only ?? 'all'}`}
        name={title}
        {...page}
        width={columns.reduce((sum, { width }) => sum + Number(width), 0)}
        actions={
          <>
            {mayKeep && (
              <>
                <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpened('new')}>
                  {messages.add}
                </Button>
                <Button onClick={() => setShowing('import')}>{messages.files.import}</Button>
              </>
            )}
            <RegisterExport name={title} fetchPage={page.fetchPage} fetchList={isListed ? fetchList : null} />
            <GridCounts kinds={asked.kinds} gridNo={gridNo} onPick={(grid) => url.set({ grid })} />
            {mayKeep && <Button onClick={() => setShowing('removed')}>{messages.removal.list}</Button>}
            {mayKeep && staleHere.length > 0 && (
              <Popconfirm title={messages.confirmAsk(staleHere.length)} okText={messages.confirm} onConfirm={() => confirm(staleHere)}>
                <Button>{messages.confirmPage(staleHere.length)}</Button>
              </Popconfirm>
            )}
          </>
        }
        empty={<NoRows isNarrowed={isNarrow} messages={messages} />}
        columns={columns}
      />
      {showing === 'removed' && <RemovedDrawer kinds={kinds} onChanged={refresh} onClose={() => setShowing(null)} />}
      {toCheck !== null && (
        <DispatchDialog
          target={{
            kind: 'position',
            ...toCheck.position,
            address: toCheck.name,
            content: messages.checkOrder(near.kindNames[toCheck.kind], toCheck.name),
          }}
          onClose={() => setToCheck(null)}
        />
      )}
      {showing === 'import' && (
        <ImportDialog
          title={messages.files.importTitle}
          hint={messages.files.importHint}
          accept=".xlsx,.csv,.txt,.geojson,.json,.kml,.kmz"
          send={client.resource.importResources}
          onWritten={refresh}
          onClose={() => setShowing(null)}
        />
      )}
    </>
  );
}

interface TouchWords {
  readonly confirmed: string;
  readonly changed: string;
  readonly imported: string;
}

/** When and how the entry was last verified. */
function touchedText({ confirmedAt, changedAt, changedBy }: KeptResource, words: TouchWords): string {
  if (confirmedAt !== null && confirmedAt > changedAt) return `${dayAndMinute(confirmedAt)} ${words.confirmed}`;
  return `${dayAndMinute(changedAt)} ${changedBy === null ? words.imported : words.changed}`;
}
