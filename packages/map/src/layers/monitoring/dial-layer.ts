// The dials of the monitoring points in view: circles of 5,000 and 3,000 m, and the scan sector that moves on every four seconds. A frame
// is asked for when it moves and not otherwise; with the sector off, or no tower in view, no timer runs.
import { Cartesian3, ClassificationType, EllipseGeometry, EllipsoidSurfaceAppearance, GeometryInstance, GroundPrimitive } from 'cesium';
import { MONITORING_RADIUS_METRES, RESOURCE_BAND } from '../../bands.ts';
import { viewBoxOf } from '../../engine/view-box.ts';
import type { Layer, MountedLayer, SceneHost } from '../layer.ts';
import { createMarkCells } from '../mark-cells.ts';
import { createDial } from './dial.ts';
import { scanHeadingAt, untilNextStep } from './scan.ts';

export interface Tower {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
}

export interface DialParts {
  readonly circles: boolean;
  readonly sectors: boolean;
}

export type DialChange = { readonly upserts: readonly Tower[]; readonly removals: readonly string[] } | { readonly parts: DialParts };

/** Draping is dear. */
const DRAWN_AT_MOST = 40;
const GATHER_MILLISECONDS = 200;
/** Whose dial reaches into the view though he does not stand in it. */
const REACH_DEGREES = MONITORING_RADIUS_METRES / 111_320;

export interface DialLayerOptions {
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
    const standing = drawn.get(id);
    if (!standing) return;
    scene.groundPrimitives.remove(standing.disc);
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

  /** Each disc is a primitive of its own: where two overlap, both are seen. */
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
