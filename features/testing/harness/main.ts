// A page that shows the globe without a server: demo relief computed here replaces /terrain. Not shipped.
import { demoRelief, encodeTile } from '@lookout/geo';
import { REGIONS } from '@lookout/region';
import type { AlarmMark } from '../../alarm/layer/mark.ts';
import * as map from '../../globe.generated.ts';

const relief = demoRelief(1);
let terrainDown = false;

async function fakeTerrain(url: string): Promise<Response> {
  if (terrainDown) return new Response(null, { status: 503 });
  const [level = 0, x = 0, y = 0] = url.split('/').slice(-3).map(Number);
  return new Response(encodeTile(relief, level, x, y) as BodyInit);
}

const container = document.querySelector<HTMLElement>('#globe') as HTMLElement;
const events: unknown[] = [];
const make = (view?: map.GlobeOptions['view']) =>
  map.createGlobe(container, {
    region: REGIONS.sichuan,
    language: 'zh',
    cesiumBaseUrl: '/cesium/',
    terrain: { urlTemplate: '/terrain/{z}/{x}/{y}', fetch: fakeTerrain },
    home: { lng: 102.2, lat: 32, heightMetres: 600_000 },
    ...(view ? { view } : {}),
    onPointer: (event) => events.push(event),
    onRest: (rested) => events.push(rested),
    onBroken: (reason) => events.push({ broken: reason }),
  });

const readout = document.querySelector('#readout');
const globe = make();
globe.attachReadout((at) => {
  if (readout) readout.textContent = at ? `${at.lng.toFixed(5)} ${at.lat.toFixed(5)} ${at.heightMetres?.toFixed(0) ?? '—'} m` : '';
});

/** Alarms scattered around a place, the same on every run. */
function sampleMarks(count: number, spreadDegrees = 2, lng = 102.2, lat = 31.6): AlarmMark[] {
  const kinds = ['satellite', 'camera', 'report', 'smoke', 'danger'] as const;
  const verdicts = ['unjudged', 'unjudged', 'unjudged', 'unjudged', 'unjudged', 'real', 'false'] as const;
  const hours = [0.5, 2, 8, 20, 60, 100, 300];
  const noise = (n: number): number => ((Math.sin(n * 12.9898) * 43758.5453) % 1) - 0;
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % 5] ?? 'satellite';
    const seenAt = new Date(Date.now() - (hours[index % 7] ?? 1) * 3_600_000);
    return {
      id: `a${index}`,
      kind,
      lng: lng + noise(index + 1) * spreadDegrees,
      lat: lat + noise(index + 0.37) * spreadDegrees * 0.6,
      gridNo: (['513221', '510107', '623021', '632621', '510703'] as const)[index % 5] as never,
      ...(kind === 'satellite' ? { footprint: { scanKilometres: 0.4 + (index % 3) * 0.4, trackKilometres: 0.4 + (index % 2) * 0.3 } } : {}),
      observedAt: seenAt,
      arrivedAt: seenAt,
      verdict: verdicts[index % 7] ?? 'unjudged',
      inProgress: index % 40 === 39,
      isNew: false,
    };
  });
}

const alarms = map.mountAlarms(globe, { now: new Date() });
const boundaries = map.mountBoundaries(globe);
const highlight = map.mountHighlight(globe);

Object.assign(globalThis, {
  sampleMarks,
  alarms,
  boundaries,
  highlight,
  globe,
  map,
  make,
  events,
  cutTerrain: (down: boolean) => {
    terrainDown = down;
  },
});
