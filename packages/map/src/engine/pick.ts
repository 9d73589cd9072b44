// Picking: converts a point on the screen to what is there, as plain records, and a place to a point on the screen.
import { Billboard, Cartesian2, Cartesian3, Cartographic, Math as CesiumMath, Label, type Scene, SceneMode, SceneTransforms } from 'cesium';
import type { Picked, PickedMark, Readout, ScreenPoint } from './types.ts';

type HeightAt = (lng: number, lat: number) => number | null;

/** Marks are small, so the pointer may be this many pixels away. */
const PICK_SIZE = 7;

/** Our primitives carry their `Picked` as Cesium id; primitives without one (drawings on the terrain, pins) cannot be picked. */
const isPick = (id: unknown): id is Picked => typeof id === 'object' && id !== null && 'kind' in id && 'lng' in id;

/** The place on the terrain under a point on the screen; null: sky. */
export function groundAt(scene: Scene, heightAt: HeightAt, x: number, y: number): Readout | null {
  const point = new Cartesian2(x, y);
  const { camera, globe } = scene;
  const ray = scene.mode === SceneMode.SCENE2D ? undefined : camera.getPickRay(point);
  // In 2D globe.pick has no mesh to hit: pick the ellipsoid.
  const hit = (ray && globe.pick(ray, scene)) ?? camera.pickEllipsoid(point, scene.ellipsoid);
  if (!hit) return null;
  const position = Cartographic.fromCartesian(hit);
  const lng = CesiumMath.toDegrees(position.longitude);
  const lat = CesiumMath.toDegrees(position.latitude);
  return { lng, lat, heightMetres: heightAt(lng, lat) };
}

/** The mark under a point on the screen, or null. Costs a small render pass. */
export function markAt(scene: Scene, x: number, y: number): Picked | null {
  const hit: unknown = scene.pick(new Cartesian2(x, y), PICK_SIZE, PICK_SIZE);
  // A pin covers the mark that it points at.
  return pickOf(hit) ?? (isPin(hit) ? (picksAt(scene, x, y)[0] ?? null) : null);
}

/** Most marks picked at one place: users do not choose from more. Each costs a small render pass. */
const MOST_PICKS = 12;

/** All marks that a click may refer to, the most important first: whatever is drawn over an alarm does not take its clicks. */
export function picksAt(scene: Scene, x: number, y: number): readonly Picked[] {
  const hits: readonly unknown[] = scene.drillPick(new Cartesian2(x, y), MOST_PICKS, PICK_SIZE, PICK_SIZE);
  const picks = new Map<string, Picked>();
  for (const hit of hits) {
    const pick = pickOf(hit);
    const name = pick && `${pick.kind} ${'id' in pick ? pick.id : `${pick.lng} ${pick.lat}`}`;
    if (name !== null && !picks.has(name)) picks.set(name, pick as Picked);
  }
  return [...picks.values()].sort((one, other) => IMPORTANCE.indexOf(one.kind) - IMPORTANCE.indexOf(other.kind));
}

const IMPORTANCE: readonly Picked['kind'][] = [
  'alarm',
  'fire',
  'task',
  'ranger',
  'burning',
  'resource',
  'hazard',
  'plot',
  'alarm-count',
  'resource-count',
  'ground',
];

export const isMark = (pick: Picked): pick is PickedMark => 'id' in pick;

const field = (hit: unknown, name: 'id' | 'primitive'): unknown =>
  typeof hit === 'object' && hit !== null && name in hit ? (hit as Readonly<Record<string, unknown>>)[name] : null;

function pickOf(hit: unknown): Picked | null {
  const id = field(hit, 'id');
  return isPick(id) ? id : null;
}

function isPin(hit: unknown): boolean {
  const primitive = field(hit, 'primitive');
  return primitive instanceof Billboard || primitive instanceof Label;
}

export function groundPickAt(scene: Scene, heightAt: HeightAt, x: number, y: number): Picked | null {
  const ground = groundAt(scene, heightAt, x, y);
  return ground && { kind: 'ground', ...ground };
}

/** CSS pixels of a place; null when it is behind the globe or behind the camera. */
export function screenPositionOf(scene: Scene, lng: number, lat: number, heightMetres: number): ScreenPoint | null {
  const position = Cartesian3.fromDegrees(lng, lat, heightMetres);
  if (scene.mode === SceneMode.SCENE3D && isBehindGlobe(scene, position)) return null;
  const point = SceneTransforms.worldToWindowCoordinates(scene, position);
  return point && Number.isFinite(point.x) && Number.isFinite(point.y) ? { x: point.x, y: point.y } : null;
}

const scratchCamera = new Cartesian3();
const scratchPosition = new Cartesian3();

/** Horizon culling in the space where the ellipsoid is the unit sphere (Cozzi & Stoner 2013, "Horizon Culling"). */
function isBehindGlobe(scene: Scene, position: Cartesian3): boolean {
  const { oneOverRadii } = scene.ellipsoid;
  const camera = Cartesian3.multiplyComponents(scene.camera.positionWC, oneOverRadii, scratchCamera);
  const toPosition = Cartesian3.subtract(Cartesian3.multiplyComponents(position, oneOverRadii, scratchPosition), camera, scratchPosition);
  const horizon = Cartesian3.magnitudeSquared(camera) - 1;
  const along = -Cartesian3.dot(toPosition, camera);
  return horizon < 0 ? along > 0 : along > horizon && (along * along) / Cartesian3.magnitudeSquared(toPosition) > horizon;
}
