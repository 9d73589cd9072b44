import { formatTime } from '@lookout/contract';
import { ellipseRing } from '@lookout/geo';
import type { GlobePart, PartContext } from '@lookout/web/globe/part.ts';
import { knownHeatEn, knownHeatZh } from './messages.ts';

const POLL_MS = 5 * 60_000;

/**
 * The confirmed heat sources of the grid as circles, and the active masks as areas with their end time; each is polled while its layer is
 * shown.
 */
export const knownHeatPart: GlobePart = (context) => {
  const { client, session } = context.services;
  if (!session.get().rights.has('watch-alarms')) return () => undefined;
  const messages = { zh: knownHeatZh, en: knownHeatEn }[context.globe.language];
  const stops = [
    areas(context, 'heats', async () => {
      const list = await client.knownHeat.knownHeatList({ body: { state: 'confirmed' }, occasion: 'background', silent: true });
      return list.map(({ name, position, radiusMetres }) => {
        const ellipse = { semiMajorMetres: radiusMetres, semiMinorMetres: radiusMetres, azimuthDegrees: 0 };
        return { ring: ellipseRing({ ...position, ellipse }).map(([lng, lat]) => ({ lng, lat })), centre: position, label: name };
      });
    }),
    areas(context, 'masks', async () => {
      const list = await client.knownHeat.mapMaskList({ body: { isStanding: true }, occasion: 'background', silent: true });
      return list.flatMap(({ polygon, reason, endsAt }) => {
        const [centre] = polygon;
        return centre === undefined ? [] : [{ ring: polygon, centre, label: messages.maskLabel(reason, formatTime(endsAt).slice(0, 16)) }];
      });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

type Areas = Parameters<ReturnType<PartContext['map']['mountHeatAreas']>['set']>[0];

function areas({ map, globe, services: { layers }, window, isMounted }: PartContext, part: 'heats' | 'masks', read: () => Promise<Areas>) {
  const layer = map.mountHeatAreas(globe, part);
  let poll: number | null = null;
  const ask = async (): Promise<void> => {
    try {
      const found = await read();
      if (!isMounted()) return;
      layer.set(found);
      row.setState(found.length === 0 ? { kind: 'empty' } : { kind: 'ready', count: found.length });
    } catch {
      // The drawn objects remain; the layer tree shows the failure and offers a retry.
      if (isMounted()) row.setState({ kind: 'failed', retry: () => void ask() });
    }
  };
  const begin = () => {
    if (poll !== null) return;
    poll = window.setInterval(() => void ask(), POLL_MS);
    void ask();
  };
  const end = () => {
    if (poll !== null) window.clearInterval(poll);
    poll = null;
  };
  let isShown = true;
  const row = layers.register({
    id: part === 'heats' ? 'known-heat' : 'map-masks',
    group: 'monitoring',
    visible: true,
    title: { zh: knownHeatZh.layers[part], en: knownHeatEn.layers[part] },
    setVisible: (visible) => {
      isShown = visible;
      layer.show(visible);
      if (visible) begin();
      else end();
    },
  });
  if (isShown) begin();
  return () => {
    end();
    row.remove();
  };
}
