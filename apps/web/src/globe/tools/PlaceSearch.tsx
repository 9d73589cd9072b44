// 地名搜索: finds names of the grid tree and of imported layers (villages, forest farms, roads …) in the user's own grid, and flies there.
import { region } from '@region';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { TextInput } from '../../shared/fields/TextInput.tsx';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useClient } from '../../shared/services.ts';
import { useHighlight } from '../highlight-part.ts';
import { useLayerMessages } from '../layers/messages.ts';
import type { MountedGlobe } from '../room.ts';
import { type FoundPlace, placeOfFeature, placeOfGrid } from './found-places.ts';
import { useToolMessages } from './messages.ts';
import { ToolPanel } from './ToolPanel.tsx';

/** contract.md "Debounce". */
const TYPING_MS = 200;
const SHOWN = 50;

export function PlaceSearch({ mounted: { globe } }: { readonly mounted: MountedGlobe }) {
  const messages = useToolMessages();
  const { kinds } = useLayerMessages();
  const client = useClient();
  const highlight = useHighlight();
  const id = useId();
  const [text, setText] = useState('');
  const name = useSettled(text.trim(), TYPING_MS);
  const [at, setAt] = useState(0);
  const search = useQuery({
    queryKey: ['place-search', name],
    enabled: name !== '',
    queryFn: async ({ signal }): Promise<readonly FoundPlace[]> => {
      const quiet = { occasion: 'background', silent: true, signal } as const;
      const [grids, features] = await Promise.all([
        client.resources.gridList({ body: { name }, ...quiet }),
        client.layers.layerFeaturePage({ body: { name, pageSize: SHOWN }, ...quiet }),
      ]);
      return [...grids.map((grid) => placeOfGrid(grid, region.areaRangeMetres)), ...features.list.map(placeOfFeature)];
    },
  });
  const found = search.data?.slice(0, SHOWN) ?? [];
  const chosen = Math.min(at, found.length - 1);

  const go = (place: FoundPlace | undefined) => {
    if (!place?.at) return;
    highlight({ ...place.at, label: place.name });
    void globe.flyTo({ ...place.at, rangeMetres: place.rangeMetres });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(found.length - 1, chosen + step)));
  };
  useEffect(() => () => highlight(null), [highlight]);

  return (
    <ToolPanel title={messages.names.search} hint={messages.search.hint}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go(found[chosen]);
        }}
      >
        <TextInput
          role="combobox"
          aria-label={messages.search.label}
          aria-expanded={found.length > 0}
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
          value={text}
          placeholder={messages.search.placeholder}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          most={64}
          onKeyDown={press}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
        />
      </form>
      {name !== '' && search.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {search.isError && <LoadFailed error={search.error} onRetry={() => void search.refetch()} />}
      {search.isSuccess && (
        <p className="second" role="status">
          {search.data.length === 0 ? messages.search.none : messages.search.found(search.data.length)}
        </p>
      )}
      <div id={id} role="listbox" aria-label={messages.search.label} className="tool-list">
        {found.map((place, index) => (
          <div
            key={place.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            aria-disabled={place.at === null}
            title={place.at === null ? messages.search.noPosition : place.fullName}
            className="list-row"
            onClick={() => {
              setAt(index);
              go(place);
            }}
            onKeyDown={(event) => event.key === 'Enter' && go(place)}
          >
            <span className="row-name cut">{place.name}</span>
            <span className="second">{place.kind === null ? place.fullName : kinds[place.kind]}</span>
          </div>
        ))}
      </div>
    </ToolPanel>
  );
}

/** The value, debounced. */
function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
