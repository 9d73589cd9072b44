// Draws the names of all vector layers at once, so that none lies over another's. Runs in the worker, like the shapes.
import type { VectorTile, VectorTileFeature } from '@mapbox/vector-tile';
import { overlaps, type ScreenBox } from '../places/label-room.ts';
import { cutLabel } from '../places/place.ts';
import { type PaintJob, type Pen, placer } from './paint.ts';
import { VECTOR_STYLES, type VectorStyle } from './styles.ts';

/** One layer's tile, with its place in the drawn one. */
export interface NameSheet {
  readonly tile: VectorTile;
  readonly job: PaintJob;
  readonly opacity: number;
}

interface Name {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Of the shape that has it, pixels. */
  readonly span: number;
  readonly box: ScreenBox;
  readonly style: VectorStyle;
  readonly opacity: number;
}

const NAME_EDGE = 'rgba(8, 14, 24, 0.9)';
const NAME_GAP_PIXELS = 4;

/**
 * All of the stored tiles' names have their say, also where they lie outside the drawn part: the parts beside this one must come to the
 * same names.
 * @param sheets the topmost layer first: of two names of one size its own stays
 * @returns false: there was none
 */
export function paintNames(pen: Pen, sheets: readonly NameSheet[]): boolean {
  const names = apart(sheets.flatMap(namesOf));
  for (const name of names) paintName(pen, name);
  return names.length > 0;
}

function namesOf({ tile, ...sheet }: NameSheet): Name[] {
  const { names } = tile.layers;
  return Array.from({ length: names?.length ?? 0 }, (_, i) => names?.feature(i)).flatMap((feature) =>
    feature ? nameOf(feature, sheet) : [],
  );
}

function nameOf(feature: VectorTileFeature, { job, opacity }: Omit<NameSheet, 'tile'>): Name[] {
  const style = VECTOR_STYLES[job.kind];
  const { fontPixels, leastPixels } = style.name;
  const { name, span } = feature.properties;
  const [[first] = []] = feature.loadGeometry();
  if (first === undefined || typeof name !== 'string') return [];
  const spanPixels = (Number(span) / 360) * 2 ** job.part.from.level * job.part.parts * job.pixels;
  const isPoint = Number(span) === 0;
  if (!isPoint && spanPixels < leastPixels) return [];
  const place = placer(feature.extent, job)(first);
  const [text, x, y] = [cutLabel(name), place.x, place.y + (isPoint ? style.pointPixels + fontPixels * 0.8 : 0)];
  const halfWidth = ([...text].length * fontPixels) / 2 + NAME_GAP_PIXELS;
  const halfHeight = fontPixels / 2 + NAME_GAP_PIXELS;
  return [{ text, x, y, span: spanPixels, box: [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight], style, opacity }];
}

/** The larger shape keeps its name; one that would lie over it is left out. */
function apart(names: readonly Name[]): Name[] {
  const kept: Name[] = [];
  for (const name of names.toSorted((a, b) => b.span - a.span)) if (!kept.some(({ box }) => overlaps(box, name.box))) kept.push(name);
  return kept;
}

function paintName(pen: Pen, { text, x, y, style: { name: style }, opacity }: Name): void {
  pen.globalAlpha = opacity;
  pen.font = `${style.fontPixels}px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.setLineDash([]);
  pen.lineJoin = 'round';
  pen.lineWidth = 3;
  pen.strokeStyle = NAME_EDGE;
  pen.strokeText(text, x, y);
  pen.fillStyle = style.colour;
  pen.fillText(text, x, y);
}
