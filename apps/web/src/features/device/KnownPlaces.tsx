// Places that the map knows around the tower: one of them, chosen, is a landmark.
import { formatDecimal, type LngLat } from '@lookout/geo';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useClient, useRight } from '../../shared/services.ts';
import { useDeviceMessages } from './messages.ts';

interface Props {
  readonly tower: LngLat;
  readonly onPick: (landmark: { readonly name: string; readonly place: LngLat }) => void;
}

const RADIUS_METRES = 20_000;
const MOST = 200;
/** Nearer ones have no certain bearing: the server refuses them. */
const LEAST_METRES = 100;

export function KnownPlaces({ tower, onPick }: Props) {
  const messages = useDeviceMessages();
  const client = useClient();
  const maySee = useRight('watch-alarms');
  const around = useQuery({
    queryKey: ['device-around', tower.lng, tower.lat],
    enabled: maySee,
    queryFn: ({ signal }) =>
      client.resources.around({
        body: { longitude: tower.lng, latitude: tower.lat, radius: RADIUS_METRES, limit: MOST },
        ...{ silent: true, signal },
      }),
  });
  if (!maySee) return null;
  if (around.isError) return <span className="hint">{messages.fromMapFailed}</span>;
  const places = (around.data ?? []).filter(({ distanceMetres, kind }) => distanceMetres >= LEAST_METRES && kind !== 'camera');
  return (
    <Select
      style={{ width: 280 }}
      value={null}
      loading={around.isPending}
      placeholder={messages.fromMap}
      aria-label={messages.fromMap}
      notFoundContent={messages.fromMapNone}
      showSearch={{ optionFilterProp: 'title' }}
      popupMatchSelectWidth={false}
      options={places.map(({ id, name, distanceMetres, position }) => ({
        value: id,
        title: name,
        label: `${name} · ${messages.away((distanceMetres / 1000).toFixed(1))} · ${formatDecimal(position.lng, 4)}, ${formatDecimal(position.lat, 4)}`,
      }))}
      onChange={(id: string | null) => {
        const found = places.find((place) => place.id === id);
        if (found) onPick({ name: found.name.slice(0, 32), place: found.position });
      }}
    />
  );
}
