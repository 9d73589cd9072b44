// The replay of tracks: each track is a line that is bright as far as it has been walked, with its walker's name and speed. A frame changes
// one number per line (a uniform of its material) and one position per walker; no line is rebuilt while time runs.

import { EVERY_HEIGHT } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Layer, MountedLayer, SceneHost } from '@lookout/map/layers/layer.ts';
import {
  Cartesian2,
  Cartesian3,
  Cartographic,
  Color,
  HorizontalOrigin,
  type Label,
  LabelCollection,
  Material,
  type PointPrimitive,
  PointPrimitiveCollection,
  PolylineCollection,
  VerticalOrigin,
} from 'cesium';
import { doneOf, type ReplaySample, type ReplayWay, type Run, runsOf, sampleAt } from './way.ts';

type Change =
  | { readonly kind: 'ways'; readonly ways: readonly ReplayWay[] }
  | { readonly kind: 'time'; readonly second: number }
  | { readonly kind: 'follow'; readonly id: string | null };

/** Returns the label next to a walker. */
type CaptionOf = (name: string, sample: ReplaySample) => string;

export interface ReplayOnMap {
  /** Empty: nothing is drawn. */
  readonly set: (ways: readonly ReplayWay[]) => void;
  /** @param second of the day */
  readonly at: (second: number) => void;
  /** Lets the camera follow a walker, at the distance and angle that the user chose; null: it follows none. */
  readonly follow: (id: string | null) => void;
  readonly destroy: () => void;
}

export function mountReplay(globe: Globe, captionOf: CaptionOf): ReplayOnMap {
  const layer = globe.addLayer(replayLayer(captionOf));
  return {
    set: (ways) => layer.apply({ kind: 'ways', ways }),
    at: (second) => layer.apply({ kind: 'time', second }),
    follow: (id) => layer.apply({ kind: 'follow', id }),
    destroy: layer.destroy,
  };
}

const ABOVE_GROUND_METRES = 14;
/** Never hidden by the terrain: the user is looking for them. */
const NO_DEPTH_TEST_METRES = 400_000;
const FONT = '13px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
const EDGE = Color.fromCssColorString('#0b1220');
const LINE_PIXELS = 5;
const AHEAD_ALPHA = 0.28;
const QUIET_ALPHA = 0.45;

/** Draws the line in one colour up to `done` (0–1 along its corners) and in another beyond; a dark edge on both sides. */
const SOURCE = `
czm_material czm_getMaterial(czm_materialInput materialInput)
{
  czm_material material = czm_getDefaultMaterial(materialInput);
  bool isWalked = materialInput.st.s <= done;
  bool isEdge = abs(materialInput.st.t - 0.5) > 0.32;
  vec4 colour = czm_gammaCorrect(isEdge ? edge : (isWalked ? walked : ahead));
  material.diffuse = colour.rgb;
  material.alpha = isWalked ? colour.a : ahead.a;
  return material;
}`;

const lineMaterial = (colour: Color): Material =>
  new Material({
    translucent: true,
    fabric: {
      type: 'LookoutReplayLine',
      uniforms: { walked: colour, ahead: colour.withAlpha(AHEAD_ALPHA), edge: EDGE.withAlpha(0.9), done: 0 },
      source: SOURCE,
    },
  });

const materialsOf = ({ colour }: ReplayWay, runs: readonly Run[]): Material[] =>
  runs.map(() => lineMaterial(Color.fromCssColorString(colour)));

interface Drawn {
  readonly way: ReplayWay;
  readonly lines: PolylineCollection;
  readonly runs: readonly Run[];
  /** Material of the line of each run. A removed line destroys its material, so each new line gets a new one. */
  materials: readonly Material[];
  readonly dot: PointPrimitive;
  readonly label: Label;
}

const replayLayer = (captionOf: CaptionOf): Layer<Change> => ({
  id: 'ranger-replay',
  heights: EVERY_HEIGHT,
  mount: (host) => mountOn(host, captionOf),
});

function mountOn({ scene, heightAt, onSettled, onFrame, requestFrame }: SceneHost, captionOf: CaptionOf): MountedLayer<Change> {
  const dots = scene.primitives.add(new PointPrimitiveCollection()) as PointPrimitiveCollection;
  const labels = scene.primitives.add(new LabelCollection({ scene })) as LabelCollection;
  const drawn: Drawn[] = [];
  /** Tracks whose line is to be built, or rebuilt where the terrain has changed: one per frame, so that no frame takes long. */
  let waiting: Drawn[] = [];
  let second = 0;
  let followed: string | null = null;
  let seen: { readonly lng: number; readonly lat: number } | null = null;
  let isShown = true;

  const placeAt = (lng: number, lat: number): Cartesian3 =>
    Cartesian3.fromDegrees(lng, lat, (heightAt(lng, lat) ?? 0) + ABOVE_GROUND_METRES);

  const build = (one: Drawn): void => {
    const { way, lines, runs } = one;
    lines.removeAll();
    one.materials = materialsOf(way, runs);
    const placeOf = (index: number) => placeAt(way.longitudes[index] as number, way.latitudes[index] as number);
    for (const [at, run] of runs.entries()) {
      const corners: Cartesian3[] = [];
      for (const [step, corner] of run.corners.entries()) if (corner === corners.length) corners.push(placeOf(run.first + step));
      if (corners.length > 1) lines.add({ positions: corners, width: LINE_PIXELS, material: one.materials[at] as Material });
      const before = runs[at - 1];
      if (before === undefined) continue;
      const positions = [placeOf(before.last), placeOf(run.first)];
      const color = Color.fromCssColorString(way.colour).withAlpha(QUIET_ALPHA);
      lines.add({ positions, width: 2, material: Material.fromType('PolylineDash', { color, dashLength: 12 }) });
    }
    walk(one, sampleAt(way, second));
  };

  const walk = ({ runs, materials }: Drawn, sample: ReplaySample | null): void => {
    for (const [at, run] of runs.entries()) (materials[at] as Material).uniforms.done = sample === null ? 0 : doneOf(run, sample);
  };

  const moveTo = (one: Drawn): void => {
    const { way, dot, label } = one;
    const sample = sampleAt(way, second);
    dot.show = sample !== null && sample.state !== 'before';
    label.show = dot.show;
    walk(one, sample);
    if (sample === null) return;
    const position = placeAt(sample.lng, sample.lat);
    dot.position = position;
    label.position = position;
    const isQuiet = sample.state !== 'moving';
    dot.color = Color.fromCssColorString(way.colour).withAlpha(isQuiet ? QUIET_ALPHA : 1);
    // A changed label is redrawn, so it is set only when its text changes.
    const caption = captionOf(way.name, sample);
    if (label.text !== caption) label.text = caption;
    if (way.id === followed) goWith(sample);
  };

  /** Moves the camera by the walker's movement and leaves everything else to the user. */
  const goWith = ({ lng, lat }: ReplaySample): void => {
    const before = seen;
    seen = { lng, lat };
    if (before === null || (before.lng === lng && before.lat === lat)) return;
    const { camera } = scene;
    const { longitude, latitude, height } = camera.positionCartographic;
    const { heading, pitch, roll } = camera;
    const moved = Cartographic.fromDegrees(lng - before.lng, lat - before.lat);
    camera.setView({
      destination: Cartesian3.fromRadians(longitude + moved.longitude, latitude + moved.latitude, height),
      orientation: { heading, pitch, roll },
    });
  };

  const clear = (): void => {
    for (const { lines } of drawn) scene.primitives.remove(lines);
    drawn.length = 0;
    waiting = [];
    dots.removeAll();
    labels.removeAll();
  };

  const start = (ways: readonly ReplayWay[]): void => {
    clear();
    for (const way of ways) {
      const colour = Color.fromCssColorString(way.colour);
      const lines = scene.primitives.add(new PolylineCollection()) as PolylineCollection;
      lines.show = isShown;
      const depth = { disableDepthTestDistance: NO_DEPTH_TEST_METRES };
      const dot = dots.add({ pixelSize: 13, color: colour, outlineColor: Color.WHITE, outlineWidth: 2, show: false, ...depth });
      const label = labels.add({
        position: Cartesian3.ZERO,
        font: FONT,
        text: '',
        show: false,
        fillColor: Color.fromCssColorString('#e6edf7'),
        showBackground: true,
        backgroundColor: Color.fromCssColorString('#0d1626').withAlpha(0.88),
        pixelOffset: new Cartesian2(12, 0),
        horizontalOrigin: HorizontalOrigin.LEFT,
        verticalOrigin: VerticalOrigin.CENTER,
        ...depth,
      });
      const runs = runsOf(way);
      drawn.push({ way, lines, dot, label, runs, materials: materialsOf(way, runs) });
    }
    waiting = [...drawn];
    seen = null;
    for (const one of drawn) moveTo(one);
  };

  const stops = [
    onFrame(() => {
      const next = waiting.shift();
      if (next === undefined) return;
      build(next);
      if (waiting.length > 0) requestFrame();
    }),
    onSettled(() => {
      if (drawn.length === 0) return;
      waiting = [...drawn];
      for (const one of drawn) moveTo(one);
      requestFrame();
    }),
  ];

  const apply: { readonly [K in Change['kind']]: (change: Extract<Change, { kind: K }>) => void } = {
    ways: ({ ways }) => start(ways),
    time: (change) => {
      second = change.second;
      for (const one of drawn) moveTo(one);
    },
    follow: ({ id }) => {
      followed = id;
      seen = null;
      for (const one of drawn) moveTo(one);
    },
  };

  return {
    apply: (change) => apply[change.kind](change as never),
    show: (visible) => {
      isShown = visible;
      dots.show = visible;
      labels.show = visible;
      for (const { lines } of drawn) lines.show = visible;
    },
    destroy: () => {
      for (const stop of stops) stop();
      clear();
      scene.primitives.remove(dots);
      scene.primitives.remove(labels);
    },
  };
}
