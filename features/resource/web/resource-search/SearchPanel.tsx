// 资源搜索: by kind and name, around a point, or in the visible part of the map.
import { BorderOuterOutlined, DownloadOutlined } from '@ant-design/icons';
import { formatDecimal } from '@lookout/geo';
import type { GeoBox } from '@lookout/map';
import { wayText } from '@lookout/web/globe/distance-text.ts';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { type MapPoint, PointField } from '@lookout/web/globe/PointField.tsx';
import { useToolState, useToolStore } from '@lookout/web/globe/tools/tool-store.ts';
import { useGlobeRoom, useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { Chip } from '@lookout/web/shared/IconButton.tsx';
import { PagedRows, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { saveFile } from '@lookout/web/shared/save-file.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { csvOf } from '@lookout/web/shared/table/table-file.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Segmented, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { KindsSelect } from '../../parts/KindsSelect.tsx';
import { isOffline } from '../../parts/markers.ts';
import { useResourceCatalogue } from '../../parts/resource-catalogue.ts';
import { ASSET_KINDS, type AssetKind, type NearbyAsset } from '../../resource.ts';
import { writeAssetKind } from '../../resource.wire.ts';
import { boxOfView, countKinds, exportRows, MOST_FOUND, withWay } from './found.ts';
import { useResourceSearchMessages } from './messages.ts';

const RADII_METRES = [1_000, 3_000, 5_000, 10_000, 20_000, 50_000, 100_000] as const;
/** Specification §9: monitoring radius 5000 m. */
const FIRST_RADIUS_METRES = 5_000;

type How = 'name' | 'around' | 'box';
const HOWS = ['name', 'around', 'box'] as const satisfies readonly How[];

/** The search submitted with 搜索; later input takes effect with the next one. */
type SubmittedSearch =
  | { readonly how: 'name'; readonly name: string; readonly from: MapPoint }
  | { readonly how: 'around'; readonly name: string; readonly from: MapPoint; readonly radius: number }
  | { readonly how: 'box'; readonly name: string; readonly from: MapPoint; readonly box: GeoBox };

export function SearchPanel() {
  const messages = useResourceSearchMessages();
  const globeMessages = useGlobeMessages();
  const room = useGlobeRoom();
  const resources = useResourceCatalogue();
  const client = useClient();
  const [how, setHow] = useState<How>('name');
  const [kinds, setKinds] = useState<readonly AssetKind[]>([]);
  const [name, setName] = useState('');
  const [point, setPoint] = useState<MapPoint | null>(null);
  const [radius, setRadius] = useState<number>(FIRST_RADIUS_METRES);
  const [box, setBox] = useState<GeoBox | null>(null);
  const [submitted, setSubmitted] = useState<SubmittedSearch | null>(null);
  const [submittedKinds, setSubmittedKinds] = useState<readonly AssetKind[]>([]);

  const found = useQuery({
    queryKey: ['tab-search', submitted, submittedKinds],
    enabled: submitted !== null,
    queryFn: async ({ signal }) => {
      if (submitted === null) return [];
      const only = { limit: MOST_FOUND, name: submitted.name === '' ? null : submitted.name };
      const resourceType = (submittedKinds.length > 0 ? submittedKinds : ASSET_KINDS).map(writeAssetKind);
      const quiet = { occasion: 'background', silent: true, signal } as const;
      if (submitted.how === 'around') {
        const { lng: longitude, lat: latitude } = submitted.from;
        return client.resource.around({ body: { ...only, resourceType, longitude, latitude, radius: submitted.radius }, ...quiet });
      }
      const where = submitted.how === 'box' ? { box: submitted.box } : {};
      return withWay(await client.resource.resourceList({ body: { ...only, ...where, resourceType }, ...quiet }), submitted.from);
    },
  });
  const { data } = found;
  useEffect(() => {
    resources.showFound(data ?? []);
    return () => resources.showFound([]);
  }, [resources, data]);

  const next = (): SubmittedSearch | null => {
    const view = room.view();
    const text = name.trim();
    if (how === 'around') return point && { how, name: text, from: point, radius };
    if (how === 'box') return box && { how, name: text, from: { lng: (box.west + box.east) / 2, lat: (box.south + box.north) / 2 }, box };
    return view && { how, name: text, from: { lng: view.lng, lat: view.lat } };
  };
  const ready = next();

  return (
    <>
      <form
        className="tab-filters stack"
        aria-label={messages.title}
        onSubmit={(event) => {
          event.preventDefault();
          setSubmittedKinds(kinds);
          setSubmitted(ready);
        }}
      >
        <Segmented
          block
          size="small"
          value={how}
          onChange={setHow}
          options={HOWS.map((value) => ({ value, label: messages.hows[value] }))}
        />
        <KindsSelect messages={messages} value={kinds} onChange={setKinds} />
        <TextInput
          allowClear
          placeholder={messages.name}
          aria-label={messages.name}
          value={name}
          most={64}
          onChange={({ target }) => setName(target.value)}
        />
        {how === 'around' && (
          <>
            <PointField label={messages.point} value={point} onChange={setPoint} />
            <Select
              aria-label={messages.radius}
              value={radius}
              onChange={setRadius}
              options={RADII_METRES.map((value) => ({ value, label: messages.within(distanceText(value, globeMessages.near.units)) }))}
            />
          </>
        )}
        {how === 'box' && <BoxField value={box} onChange={setBox} />}
        <Button type="primary" htmlType="submit" disabled={ready === null}>
          {messages.submit}
        </Button>
      </form>
      {submitted === null ? (
        <p className="tab-hint">{messages.hints[how]}</p>
      ) : (
        <QueryResult query={found} isEmpty={(list) => list.length === 0} empty={messages.none}>
          {(list) => <Found list={list} how={submitted.how} />}
        </QueryResult>
      )}
    </>
  );
}

function Found({ list, how }: { readonly list: readonly NearbyAsset[]; readonly how: How }) {
  const messages = useResourceSearchMessages();
  const { card } = useGlobeMessages();
  const [only, setOnly] = useState<AssetKind | null>(null);
  const counts = countKinds(list);
  const shown = only === null ? list : list.filter(({ kind }) => kind === only);
  const save = () => {
    const { columns, kindNames } = messages;
    const text = csvOf(exportRows(shown, { columns, kindNames, online: card.states.online, offline: card.states.offline }));
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), messages.file);
  };
  return (
    <>
      {list.length >= MOST_FOUND && <Alert className="tab-fault" type="info" showIcon title={messages.cut(MOST_FOUND)} />}
      <fieldset className="tab-counts">
        <legend className="visually-hidden">{messages.counts}</legend>
        <Chip pressed={only === null} onClick={() => setOnly(null)}>
          {messages.all} <span className="tabular">{list.length}</span>
        </Chip>
        {counts.map(([kind, count]) => (
          <Chip key={kind} pressed={only === kind} onClick={() => setOnly(only === kind ? null : kind)}>
            {messages.kindNames[kind]} <span className="tabular">{count}</span>
          </Chip>
        ))}
      </fieldset>
      <p className="tab-total hint">
        <span>{messages.ways[how]}</span>
        <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={save}>
          {messages.export}
        </Button>
      </p>
      <PagedRows key={only ?? 'all'} items={shown} keyOf={({ id }) => id} label={messages.list}>
        {(resource) => <FoundRow resource={resource} />}
      </PagedRows>
    </>
  );
}

function FoundRow({ resource }: { readonly resource: NearbyAsset }) {
  const messages = useResourceSearchMessages();
  const { near } = useGlobeMessages();
  const room = useGlobeRoom();
  return (
    <button type="button" className="list-row" onClick={() => room.pointAt({ kind: 'resource', id: resource.id, ...resource.position })}>
      <span className="row-name cut">{resource.name}</span>
      {isOffline(resource) && <span className="tag">{near.offline}</span>}
      <span className="second tabular">{wayText(resource, near.units)}</span>
      <span className="row-second hint">
        {messages.kindNames[resource.kind]} · {resource.gridName}
      </span>
    </button>
  );
}

// The searched box: drawn on the map, or the visible part of it.
function BoxField({ value, onChange }: { readonly value: GeoBox | null; readonly onChange: (box: GeoBox) => void }) {
  const messages = useResourceSearchMessages();
  const room = useGlobeRoom();
  const state = useGlobeState();
  const tools = useToolStore();
  // Only one tool may handle gestures on the map at a time; an opened tool takes over.
  const isFree = useToolState(({ open }) => open === null);
  const [isRequested, setRequested] = useState(false);
  const isDragging = isRequested && isFree && state.kind === 'ready';
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  useEffect(() => {
    if (!isDragging || state.kind !== 'ready') return;
    const draw = state.map.mountDraw(state.globe);
    draw.set({ kind: 'box', onBox: (box) => latest.current(box), onDrop: () => setRequested(false) });
    return draw.destroy;
  }, [isDragging, state]);
  useEffect(() => {
    if (value === null || !isFree || state.kind !== 'ready') return;
    const layer = state.map.mountBox(state.globe);
    layer.set(value);
    return layer.destroy;
  }, [value, isFree, state]);

  const drag = () => {
    tools.close();
    setRequested(!isDragging);
  };
  const takeView = () => {
    const view = room.view();
    if (view !== null) onChange(boxOfView(view, room.element.clientWidth, room.element.clientHeight));
  };
  return (
    <div>
      <div className="tab-line line">
        <Button
          icon={<BorderOuterOutlined />}
          type={isDragging ? 'primary' : 'default'}
          aria-pressed={isDragging}
          disabled={state.kind !== 'ready'}
          onClick={drag}
        >
          {messages.drag}
        </Button>
        <Button disabled={state.kind !== 'ready'} onClick={takeView}>
          {messages.takeView}
        </Button>
      </div>
      <p className="second tabular" role="status">
        {isDragging ? messages.dragging : value === null ? messages.noBox : boxText(value)}
      </p>
    </div>
  );
}

const boxText = ({ west, south, east, north }: GeoBox): string =>
  `${formatDecimal(west, 4)}, ${formatDecimal(south, 4)} – ${formatDecimal(east, 4)}, ${formatDecimal(north, 4)}`;
