// Dials around the monitoring points in view: circles of 5,000 and 3,000 m, and the scan sector that advances every four seconds. A frame
// is requested only when the sector moves; with the sector off, or no tower in view, no timer runs.

import {
  MONITORING_CIRCLE_METRES,
  MONITORING_RADIUS_METRES,
  RESOURCE_BAND,
  SCAN_SECTOR_DEGREES,
  SCAN_STEP_DEGREES,
  SCAN_STEP_MILLISECONDS,
} from '@lookout/map/bands.ts';
import { viewBoxOf } from '@lookout/map/engine/camera.ts';
import type { Layer, MountedLayer, SceneHost } from '@lookout/map/layers/layer.ts';
import { createMarkCells } from '@lookout/map/layers/mark-cells.ts';
import {
  Cartesian3,
  Math as CesiumMath,
  ClassificationType,
  Color,
  EllipseGeometry,
  EllipsoidSurfaceAppearance,
  GeometryInstance,
  GroundPrimitive,
  Material,
} from 'cesium';

interface Tower {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
}

export interface DialParts {
  readonly circles: boolean;
  readonly sectors: boolean;
}

type DialChange = { readonly upserts: readonly Tower[]; readonly removals: readonly string[] } | { readonly parts: DialParts };

/** Most dials drawn, because draping is expensive. */
const DRAWN_AT_MOST = 40;
const GATHER_MILLISECONDS = 200;
/** A tower outside the view can have a dial that reaches into it. */
const REACH_DEGREES = MONITORING_RADIUS_METRES / 111_320;

interface DialLayerOptions {
  /** Milliseconds of wall time. */
  readonly now?: () => number;
}

export function dialLayer({ now = Date.now }: DialLayerOptions = {}): Layer<DialChange> {
  return { id: 'monitoring-dials', heights: RESOURCE_BAND, mount: (host) => mountDials(host, now) };
}

function mountDials(host: SceneHost, now: () => number): MountedLayer<DialChange> {
  const { scene } = host;
  const towers = createMarkCells<Tower>();
  const dial = createDial();
  const drawn = new Map<string, { readonly at: Tower; readonly disc: GroundPrimitive }>();
  let parts: DialParts = { circles: true, sectors: true };
  let visible = false;
  let gathering: ReturnType<typeof setTimeout> | null = null;
  let stepping: ReturnType<typeof setTimeout> | null = null;

  function drop(id: string): void {
    const existing = drawn.get(id);
    if (!existing) return;
    scene.groundPrimitives.remove(existing.disc);
    drawn.delete(id);
  }

  function towersInView(): Tower[] {
    if (!visible || !(parts.circles || parts.sectors)) return [];
    const { west, south, east, north } = viewBoxOf(scene);
    const wide = REACH_DEGREES * 2;
    return towers.within(
      { west: west - wide, south: south - REACH_DEGREES, east: east + wide, north: north + REACH_DEGREES },
      DRAWN_AT_MOST,
    );
  }

  function draw(): void {
    const wanted = new Map(towersInView().map((tower) => [tower.id, tower]));
    let changed = false;
    for (const [id, { at }] of [...drawn]) {
      const tower = wanted.get(id);
      if (tower?.lng === at.lng && tower.lat === at.lat) continue;
      drop(id);
      changed = true;
    }
    for (const [id, at] of wanted) {
      if (drawn.has(id)) continue;
      drawn.set(id, { at, disc: scene.groundPrimitives.add(discOf(at)) as GroundPrimitive });
      changed = true;
    }
    if (changed) host.requestFrame();
    keepStepping();
  }

  /** One primitive per disc: where two overlap, both are visible. */
  const discOf = ({ id, lng, lat }: Tower): GroundPrimitive =>
    new GroundPrimitive({
      geometryInstances: new GeometryInstance({
        id,
        geometry: new EllipseGeometry({
          center: Cartesian3.fromDegrees(lng, lat),
          semiMajorAxis: MONITORING_RADIUS_METRES,
          semiMinorAxis: MONITORING_RADIUS_METRES,
        }),
      }),
      appearance: new EllipsoidSurfaceAppearance({ material: dial.material, aboveGround: false, flat: true }),
      classificationType: ClassificationType.TERRAIN,
      allowPicking: false,
    });

  function step(): void {
    dial.turn(scanHeadingAt(now()));
    host.requestFrame();
  }

  function keepStepping(): void {
    const moves = parts.sectors && drawn.size > 0;
    if (!moves && stepping) {
      clearTimeout(stepping);
      stepping = null;
    }
    if (!moves || stepping) return;
    step();
    const next = (): void => {
      stepping = setTimeout(() => {
        step();
        next();
      }, untilNextStep(now()));
    };
    next();
  }

  function drawSoon(): void {
    gathering ??= setTimeout(() => {
      gathering = null;
      draw();
    }, GATHER_MILLISECONDS);
  }

  const stop = host.onSettled(draw);
  return {
    apply: (change) => {
      if ('parts' in change) {
        parts = change.parts;
        dial.show(parts);
        draw();
        return;
      }
      for (const id of change.removals) towers.remove(id);
      for (const tower of change.upserts) towers.put(tower);
      drawSoon();
    },
    show: (next) => {
      visible = next;
      draw();
    },
    destroy: () => {
      stop();
      visible = false;
      draw();
      if (gathering) clearTimeout(gathering);
    },
  };
}

// The direction of the scan sector depends only on the clock, so that it is the same on every desk and at every tower.

/** @param milliseconds of any steady clock; @returns degrees clockwise from north at which the sector begins, 0 … 358 */
export const scanHeadingAt = (milliseconds: number): number =>
  (Math.floor(milliseconds / SCAN_STEP_MILLISECONDS) * SCAN_STEP_DEGREES) % 360;

/** Milliseconds until the sector advances; never 0. */
export const untilNextStep = (milliseconds: number): number => SCAN_STEP_MILLISECONDS - (milliseconds % SCAN_STEP_MILLISECONDS);

// The dial as a material: one fragment shader draws both circles and the scan sector on one draped disc. Moving the sector sets one
// uniform; no geometry is rebuilt.

const LINE = Color.fromCssColorString('#2dd4ff');
const DIAL_LINE_PIXELS = 2;

const SOURCE = `
uniform vec4 color;
uniform float inner;
uniform float heading;
uniform float spread;
uniform float linePixels;
uniform bool circles;
uniform bool sector;
czm_material czm_getMaterial(czm_materialInput materialInput) {
  czm_material material = czm_getDefaultMaterial(materialInput);
  vec2 away = (materialInput.st - 0.5) * 2.0;
  float reach = length(away);
  float pixel = max(fwidth(reach), 0.00001);
  float line = linePixels * pixel;
  float alpha = 0.0;
  if (circles) {
    alpha = max(alpha, reach < 1.0 ? 0.06 : 0.0);
    alpha = max(alpha, 0.95 * (1.0 - smoothstep(line * 0.5, line, abs(reach - (1.0 - line)))));
    alpha = max(alpha, 0.95 * (1.0 - smoothstep(line * 0.5, line, abs(reach - inner))));
  }
  if (sector && reach < 1.0) {
    float turn = mod(atan(away.x, away.y) - heading, czm_twoPi);
    if (turn < spread) alpha = max(alpha, 0.38);
  }
  material.diffuse = color.rgb;
  material.alpha = alpha * color.a;
  return material;
}`;

interface Dial {
  readonly material: Material;
  readonly turn: (headingDegrees: number) => void;
  readonly show: (parts: { readonly circles: boolean; readonly sectors: boolean }) => void;
}

export function createDial(): Dial {
  const material = new Material({
    translucent: true,
    fabric: {
      uniforms: {
        color: LINE,
        inner: MONITORING_CIRCLE_METRES / MONITORING_RADIUS_METRES,
        heading: 0,
        spread: CesiumMath.toRadians(SCAN_SECTOR_DEGREES),
        linePixels: DIAL_LINE_PIXELS,
        circles: true,
        sector: true,
      },
      source: SOURCE,
    },
  });
  return {
    material,
    turn: (headingDegrees) => {
      material.uniforms.heading = CesiumMath.toRadians(headingDegrees);
    },
    show: ({ circles, sectors }) => {
      material.uniforms.circles = circles;
      material.uniforms.sector = sectors;
    },
  };
}
