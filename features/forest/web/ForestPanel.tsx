// 森林信息: the imported forest farms, searchable by name.

import { LayerSwitches } from '@lookout/web/globe/layers/LayerTree.tsx';
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { SearchInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState } from 'react';
import type { LayerFeature } from '../../map-layer/map-layer.calls.ts';
import { useForestMessages } from './messages.ts';

const ROWS = 20;

export function ForestPanel() {
  const messages = useForestMessages();
  const client = useClient();
  const [name, setName] = useState('');
  const [pageNo, setPageNo] = useState(1);
  const farms = useQuery({
    queryKey: ['tab-forest', name, pageNo],
    queryFn: ({ signal }) =>
      client.mapLayer.layerFeaturePage({
        body: { kind: 'forest-farm', pageNo, pageSize: ROWS, ...(name !== '' && { name }) },
        occasion: 'background',
        silent: true,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="tab-filters stack">
        <SearchInput
          allowClear
          most={64}
          placeholder={messages.search}
          aria-label={messages.search}
          onSearch={(text) => {
            setName(text.trim());
            setPageNo(1);
          }}
        />
        <LayerSwitches isWanted={({ group, isOrdered }) => group === 'vector' && isOrdered} />
      </div>
      <QueryResult query={farms} isEmpty={({ total }) => total === 0} empty={name === '' ? messages.empty : messages.none(name)}>
        {({ list, total }) => (
          <>
            <p className="tab-total tabular hint">{messages.total(total, total <= ROWS ? hectaresText(areaOf(list)) : null)}</p>
            <section className="tab-rows" aria-label={messages.list}>
              <ul>
                {list.map((farm) => (
                  <li key={farm.id}>
                    <FarmRow farm={farm} />
                  </li>
                ))}
              </ul>
            </section>
            {total > ROWS && (
              <Pagination
                className="tab-pages"
                size="small"
                simple
                current={pageNo}
                pageSize={ROWS}
                total={total}
                showSizeChanger={false}
                onChange={setPageNo}
              />
            )}
          </>
        )}
      </QueryResult>
    </>
  );
}

const areaOf = (farms: readonly LayerFeature[]): number => farms.reduce((sum, { area }) => sum + (area ?? 0), 0);

/** Shows no more digits than the precision of the area. */
const hectaresText = (hectares: number): string => (hectares < 100 ? hectares.toFixed(1) : String(Math.round(hectares)));

function FarmRow({ farm }: { readonly farm: LayerFeature }) {
  const messages = useForestMessages();
  const fly = useFly();
  const [west, south, east, north] = farm.box;
  const attributes = Object.entries(farm.attributes);
  return (
    <>
      <button
        type="button"
        className="list-row"
        onClick={() => fly({ lng: (west + east) / 2, lat: (south + north) / 2, label: farm.name }, farm.box)}
      >
        <span className="row-name cut">{farm.name || messages.unnamed}</span>
        <span className="tabular">{farm.area === null ? '' : messages.hectares(hectaresText(farm.area))}</span>
      </button>
      {attributes.length > 0 && (
        <details className="tab-details hint">
          <summary>{messages.attributes(attributes.length)}</summary>
          <dl className="facts">
            {attributes.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{String(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
