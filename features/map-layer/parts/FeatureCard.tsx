// Shows the feature under a click on the terrain (forest farm, village, road …) of the visible layers, with its size and attributes.

import { CloseOutlined } from '@ant-design/icons';
import type { LngLat } from '@lookout/geo';
import { toolStoreOf } from '@lookout/web/globe/tools/tool-store.ts';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { Coordinates } from '@lookout/web/shared/Coordinates.tsx';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { region } from '@region';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import type { LayerFeature } from '../map-layer.calls.ts';
import '@lookout/web/globe/globe.css';
import { useLayerMessages } from '@lookout/web/globe/layers/messages.ts';

/** Tolerance for clicks next to a thin line. */
const MISS_PIXELS = 6;
const MOST = 8;

interface FeatureQuery {
  readonly at: LngLat;
  readonly radius: number;
}

/** Queries only while vector layers are visible and no tool takes the pointer. */
export function FeatureCard() {
  const room = useGlobeRoom();
  const services = useServices();
  const [query, setQuery] = useState<FeatureQuery | null>(null);
  useEffect(
    () =>
      room.onPointer(({ gesture, pick }) => {
        if (gesture !== 'click' || pick === null) return;
        const view = room.view();
        const isShown = services.layers.list().some(({ group, visible }) => group === 'vector' && visible);
        const isFree = toolStoreOf(services).store.getState().open === null;
        const near = view !== null && view.heightMetres < region.vectorTilesBelowMetres;
        if (pick.kind !== 'ground' || !isShown || !isFree || !near) return setQuery(null);
        setQuery({ at: { lng: pick.lng, lat: pick.lat }, radius: Math.min(5_000, view.metresPerPixel * MISS_PIXELS) });
      }),
    [room, services],
  );
  if (query === null) return null;
  return <QueriedFeatures key={`${query.at.lng},${query.at.lat}`} query={query} onClose={() => setQuery(null)} />;
}

function QueriedFeatures({ query: { at, radius }, onClose }: { readonly query: FeatureQuery; readonly onClose: () => void }) {
  const client = useClient();
  const { layers } = useServices();
  const found = useQuery({
    queryKey: ['layer-features', at.lng, at.lat, radius],
    queryFn: ({ signal }) =>
      client.mapLayer.layerFeaturePage({
        body: { longitude: at.lng, latitude: at.lat, radius, pageSize: MOST },
        occasion: 'background',
        silent: true,
        signal,
      }),
  });
  const list = useCall(['layer-list'], client.mapLayer.layerList, { occasion: 'background' });
  const [chosen, setChosen] = useState(0);
  // On failure nothing opens; the next click queries again.
  const visible = new Set(layers.list().flatMap((row) => (row.group === 'vector' && row.visible ? [row.id] : [])));
  const nameOf = (layerId: string) => list.data?.find(({ id }) => id === layerId)?.name;
  const features = (found.data?.list ?? []).filter(({ layerId }) => visible.has(`vector.${nameOf(layerId)}`));
  const feature = features[chosen];
  useEscape(feature !== undefined, onClose);
  if (!feature) return null;
  return <Card at={at} feature={feature} layer={nameOf(feature.layerId) ?? ''} others={features} onChoose={setChosen} onClose={onClose} />;
}

interface CardProps {
  /** The clicked position. */
  readonly at: LngLat;
  readonly feature: LayerFeature;
  readonly layer: string;
  readonly others: readonly LayerFeature[];
  readonly onChoose: (index: number) => void;
  readonly onClose: () => void;
}

function Card({ at, feature, layer, others, onChoose, onClose }: CardProps) {
  const messages = useLayerMessages();
  const { card } = messages;
  const titleOf = ({ name, kind }: LayerFeature) => (name === '' ? card.unnamed(messages.kinds[kind]) : name);
  const rows: (readonly [string, ReactNode])[] = [
    [card.kind, messages.kinds[feature.kind]],
    [card.layer, layer],
    [card.position, <Coordinates key="position" position={at} />],
    ...(feature.area === null ? [] : [[card.area, card.hectares(feature.area)] as const]),
    ...(feature.length === null ? [] : [[card.length, card.kilometres(feature.length)] as const]),
    // The title already shows the name.
    ...Object.entries(feature.attributes).flatMap(([name, value]) => (value === feature.name ? [] : [[name, String(value)] as const])),
  ];
  return (
    <section className="marker-card panel" role="dialog" aria-label={titleOf(feature)}>
      <header className="panel-head">
        <h2 className="cut" title={titleOf(feature)}>
          {titleOf(feature)}
        </h2>
        <IconButton label={messages.close} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      <dl className="facts tabular">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {others.length > 1 && (
        <nav className="feature-others" aria-label={card.others}>
          {others.map((other, index) => (
            <Button key={other.id} aria-pressed={other === feature} onClick={() => onChoose(index)}>
              {titleOf(other)}
            </Button>
          ))}
        </nav>
      )}
    </section>
  );
}
