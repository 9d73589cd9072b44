// Our page of `npm run bench -- markers`: the map package as the product uses it, over flat terrain that needs no server.
import type { GridNo } from '@lookout/domain';
import { encodeTile } from '@lookout/geo';
import { REGIONS } from '@lookout/region';
import type { AlarmMark } from '../../../alarm/layer/mark.ts';
import * as map from '../../../globe.generated.ts';
import { flyBy, handfuls, heightAt, type MarkerPage, MIDDLE, type Point, pointsOf } from './points.ts';

const flat = encodeTile({ maxLevel: 12, post: () => 0 }, 12, 0, 0);
const globe = map.createGlobe(document.querySelector<HTMLElement>('#globe') as HTMLElement, {
  region: REGIONS.sichuan,
  language: 'zh',
  cesiumBaseUrl: '/cesium/',
  terrain: { urlTemplate: '/terrain/{z}/{x}/{y}', fetch: async () => new Response(flat as BodyInit) },
  home: { ...MIDDLE, heightMetres: heightAt(0) },
  onPointer: () => undefined,
  onRest: () => undefined,
  onBroken: (reason) => {
    throw new Error(reason);
  },
});
const now = new Date();
const alarms = map.mountAlarms(globe, { now });
const VERDICTS = ['unjudged', 'real', 'false'] as const;

const markOf = ({ id, lng, lat }: Point, verdict: AlarmMark['verdict'] = 'unjudged'): AlarmMark => ({
  id,
  lng,
  lat,
  kind: 'camera',
  gridNo: '513221' as GridNo,
  observedAt: now,
  arrivedAt: now,
  verdict,
  inProgress: false,
  isNew: false,
});
const nextFrame = () =>
  new Promise<void>((resolve) => {
    const stop = globe.onRendered(() => {
      stop();
      resolve();
    });
  });

let points: Point[] = [];
const page: MarkerPage = {
  show: async (count) => {
    points = pointsOf(count);
    alarms.apply({ upserts: points.map((point) => markOf(point)), removals: [] });
    while (alarms.waiting() > 0) await new Promise((wake) => setTimeout(wake, 0));
    await nextFrame();
  },
  zoom: (milliseconds) => flyBy(milliseconds, (heightMetres) => globe.setView({ ...MIDDLE, heightMetres }), globe.framesDrawn),
  change: (aSecond, milliseconds) =>
    handfuls(milliseconds, (n) => {
      const size = aSecond / 10;
      const upserts = Array.from({ length: size }, (_, i) => {
        const point = points[(n * size + i) % points.length] as Point;
        return markOf({ ...point, lng: point.lng + 0.001 * ((n % 3) + 1) }, VERDICTS[n % 3]);
      });
      alarms.apply({ upserts, removals: [] });
    }),
  framesDrawn: globe.framesDrawn,
  settled: () => globe.tilesLoading() === 0,
};
Object.assign(globalThis, { page });
