// Resources of one kind, or of all: the register with the actions on each entry.

import { PlusOutlined } from '@ant-design/icons';
import { LIST_LIMIT } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { ChoiceFilter, choices, GridFilter, NoRows, ResetFilters, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { ImportDialog } from '@lookout/web/shared/table/ImportDialog.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { isNarrowed, oneOf, type UrlState, useUrlState } from '@lookout/web/shared/url-state.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Checkbox, Popconfirm } from 'antd';
import { useState } from 'react';
import { DispatchDialog } from '../../task/parts/dispatch/DispatchDialog.tsx';
import type { Resource, ResourceKind } from '../resource.ts';
import { isStale, type RegisteredResource } from '../resource-care.ts';
import { GridCounts } from './GridCounts.tsx';
import { useResourcesMessages } from './messages.ts';
import { RegisterExport } from './RegisterExport.tsx';
import { RemovedDrawer } from './Removal.tsx';
import { ResourceForm } from './ResourceForm.tsx';
import { useRegisterColumns } from './register-columns.tsx';

type Kept = Named<RegisteredResource>;

interface Props {
  readonly kinds: readonly ResourceKind[];
  readonly title: string;
}

/** The register of these kinds, with the filters of the URL. */
function useRegister(kinds: readonly ResourceKind[], url: UrlState) {
  const client = useClient();
  const only = kinds.length === 1 ? (kinds[0] as ResourceKind) : null;
  const filter = {
    name: url.get('text'),
    kind: only === null ? oneOf<ResourceKind>(kinds, url.get('kind')) : null,
    stale: url.get('stale') === '1' ? true : null,
  };
  const gridNo = useGridFilter(url);
  const asked = { name: filter.name, gridNo, kinds: filter.kind === null ? kinds : [filter.kind] };
  const page = usePage({ url, key: ['kept-resources'], filter: { ...asked, stale: filter.stale }, call: client.resource.resourcePage });
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
  return { only, filter, asked, page, staleCount, fetchList: isListed ? fetchList : null };
}

export function ResourceTable({ kinds, title }: Props) {
  const messages = useResourcesMessages();
  const { near } = useGlobeMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const { now } = useServices();
  const mayKeep = useRight('set-up-cameras');
  const url = useUrlState();
  const [opened, setOpened] = useState<'new' | Kept | null>(null);
  const [toCheck, setToCheck] = useState<Kept | null>(null);
  const [showing, setShowing] = useState<'removed' | 'import' | null>(null);
  const { only, filter, asked, page, staleCount, fetchList } = useRegister(kinds, url);
  const isNarrow = isNarrowed({ ...filter, grid: url.get('grid') });
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

  const at = new Date(now());
  const staleHere = (page.query.data?.list ?? []).filter((resource) => isStale(resource, at)).map(({ id }) => id);
  const columns = useRegisterColumns({
    only,
    at,
    hasStale: staleHere.length > 0,
    acts: { check: setToCheck, edit: setOpened, confirm: (ids) => void confirm(ids), refresh },
  });

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
            <RegisterExport name={title} fetchPage={page.fetchPage} fetchList={fetchList} />
            <GridCounts kinds={asked.kinds} gridNo={asked.gridNo} onPick={(grid) => url.set({ grid })} />
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
