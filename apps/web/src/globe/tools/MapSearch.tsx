// 搜索: one box for a position, administrative areas down to villages, imported layers, resources with cameras, and people of the user's own
// grid. Choosing a result flies there and opens its mark, if it has one.

import { rangerRecords } from '@lookout/features/ranger/parts/ranger-records.ts';
import { ASSET_KINDS } from '@lookout/features/resource/resource.ts';
import { writeAssetKind } from '@lookout/features/resource/resource.wire.ts';
import { region } from '@region';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { TextInput } from '../../shared/fields/TextInput.tsx';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useClient, useRecords } from '../../shared/services.ts';
import { decimalText } from '../../shared/text/position-text.ts';
import { useHighlight } from '../highlight-part.ts';
import { useLayerMessages } from '../layers/messages.ts';
import { useGlobeMessages } from '../messages.ts';
import type { MountedGlobe } from '../room.ts';
import { useGlobeRoom } from '../use-globe-room.ts';
import { type Found, type FoundKind, foundArea, foundFeature, foundPosition, foundRanger, foundResource, inOrder } from './found.ts';
import { useToolMessages } from './messages.ts';
import { ToolPanel } from './ToolPanel.tsx';

/** A search starts this long after the last key press, ms. */
const TYPING_MS = 200;
const SHOWN = 50;

export function MapSearch({ mounted: { globe } }: { readonly mounted: MountedGlobe }) {
  const messages = useToolMessages();
  const room = useGlobeRoom();
  const highlight = useHighlight();
  const id = useId();
  const [text, setText] = useState('');
  const name = useSettled(text.trim(), TYPING_MS);
  const [at, setAt] = useState(0);
  const { search, found } = useFound(name);
  const shown = found.slice(0, SHOWN);
  const chosen = Math.min(at, shown.length - 1);

  const go = (one: Found | undefined) => {
    if (!one?.at) return;
    if (one.opens !== null) return room.pointAt({ kind: one.opens, id: one.id, ...one.at });
    highlight({ ...one.at, label: one.name });
    void globe.flyTo({ ...one.at, rangeMetres: one.rangeMetres });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(shown.length - 1, chosen + step)));
  };
  useEffect(() => () => highlight(null), [highlight]);

  return (
    <ToolPanel title={messages.names.search} hint={messages.search.hint}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go(shown[chosen]);
        }}
      >
        <TextInput
          role="combobox"
          aria-label={messages.search.label}
          aria-expanded={shown.length > 0}
          aria-controls={id}
          aria-activedescendant={shown.length > 0 ? `${id}-${chosen}` : undefined}
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
      {search.isLoading && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {search.isError && <LoadFailed error={search.error} onRetry={() => void search.refetch()} />}
      {(search.isSuccess || found.length > 0) && (
        <p className="second" role="status">
          {found.length === 0 ? messages.search.none : messages.search.found(found.length)}
        </p>
      )}
      <div id={id} role="listbox" aria-label={messages.search.label} className="tool-list">
        {shown.map((one, index) => (
          <FoundRow
            key={`${one.kind} ${one.id}`}
            id={`${id}-${index}`}
            found={one}
            isChosen={index === chosen}
            onChoose={() => {
              setAt(index);
              go(one);
            }}
          />
        ))}
      </div>
    </ToolPanel>
  );
}

interface RowProps {
  readonly id: string;
  readonly found: Found;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function FoundRow({ id, found: { name, kind, where, at, isApproximate }, isChosen, onChoose }: RowProps) {
  const { search } = useToolMessages();
  const kindName = useKindName();
  const note = at === null ? search.noPosition : isApproximate ? search.approximate : null;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={at === null}
      title={note ?? where}
      className="list-row"
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
    >
      <span className="row-name cut">{name}</span>
      <span className="second">{[kindName(kind), where, note].filter(Boolean).join(' · ')}</span>
    </div>
  );
}

function useKindName(): (kind: FoundKind) => string | null {
  const { search } = useToolMessages();
  const { kinds } = useLayerMessages();
  const { near } = useGlobeMessages();
  return (kind) => {
    // The full name of an area already shows its kind.
    if (kind === 'area') return null;
    if (kind === 'position' || kind === 'ranger') return search.kinds[kind];
    return kind in kinds ? kinds[kind as keyof typeof kinds] : near.kindNames[kind as keyof typeof near.kindNames];
  };
}

/** Finds everything with the name in the user's own grid; a typed position is known before the server answers. @param text trimmed */
function useFound(text: string) {
  const client = useClient();
  const rangers = useRecords(rangerRecords);
  const position = foundPosition(text, decimalText);
  const search = useQuery({
    queryKey: ['map-search', text],
    enabled: text !== '' && position === null,
    queryFn: async ({ signal }): Promise<readonly Found[]> => {
      const quiet = { occasion: 'background', silent: true, signal } as const;
      const [grids, resources, features] = await Promise.all([
        client.resource.gridList({ body: { name: text }, ...quiet }),
        client.resource.resourceList({ body: { name: text, limit: SHOWN, resourceType: ASSET_KINDS.map(writeAssetKind) }, ...quiet }),
        client.mapLayer.layerFeaturePage({ body: { name: text, pageSize: SHOWN }, ...quiet }),
      ]);
      return [
        ...grids.map((grid) => foundArea(grid, region.areaRangeMetres)),
        ...resources.map(foundResource),
        ...features.list.map(foundFeature),
      ];
    },
  });
  if (position !== null) return { search, found: [position] };
  const people = text === '' ? [] : rangers.filter(({ fullName }) => fullName.includes(text)).map(foundRanger);
  return { search, found: inOrder([...people, ...(search.data ?? [])], text) };
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
