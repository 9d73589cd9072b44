// The pictures of point symbols on the globe: painted once for each symbol and colour, shown as billboards.
import { type Stroke, SYMBOL_BOX } from '@lookout/features/plot/plot-symbol.ts';
import type { Billboard, BillboardCollection, Cartesian3 } from 'cesium';
import type { Picked } from '../../engine/types.ts';

export interface SymbolPicture {
  /** One for each symbol and colour. */
  readonly name: string;
  readonly strokes: readonly Stroke[];
}

export interface PlacedPicture {
  readonly picture: SymbolPicture;
  /** CSS colour. */
  readonly colour: string;
  readonly position: Cartesian3;
  readonly id: Picked | undefined;
}

/** Painted at twice the size at which it is shown, for sharp edges. */
const SCALE = 2;
const EDGE_PIXELS = 2;
const INKS = { light: '#ffffff', dark: '#0b1220' } as const;

export function createSymbolPictures(billboards: BillboardCollection, noDepthTestMetres: number) {
  const painted = new Map<string, HTMLCanvasElement>();
  /** Reused, because a new billboard has no picture until Cesium has loaded it. */
  const drawn: { readonly billboard: Billboard; name: string | null }[] = [];
  const canvasOf = ({ picture: { name, strokes }, colour }: PlacedPicture): HTMLCanvasElement => {
    const known = painted.get(name) ?? paintSymbol(document.createElement('canvas'), strokes, colour);
    painted.set(name, known);
    return known;
  };
  return {
    /** Replaces all pictures. */
    put(placed: readonly PlacedPicture[]): void {
      for (const one of drawn.splice(placed.length)) billboards.remove(one.billboard);
      for (const [index, mark] of placed.entries()) {
        const { position, id, picture } = mark;
        const shown = drawn[index] ?? {
          billboard: billboards.add({ position, scale: 1 / SCALE, disableDepthTestDistance: noDepthTestMetres }),
          name: null,
        };
        drawn[index] = shown;
        Object.assign(shown.billboard, { position, id });
        if (shown.name === picture.name) continue;
        shown.name = picture.name;
        // Cesium accepts a canvas as well as an image; its types name only the image.
        shown.billboard.setImage(picture.name, canvasOf(mark) as unknown as HTMLImageElement);
      }
    },
  };
}

function paintSymbol(canvas: HTMLCanvasElement, strokes: readonly Stroke[], main: string): HTMLCanvasElement {
  const size = (SYMBOL_BOX + 2 * EDGE_PIXELS) * SCALE;
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  pen.scale(SCALE, SCALE);
  pen.translate(EDGE_PIXELS, EDGE_PIXELS);
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  const inks = { ...INKS, main };
  for (const { d, fill, line, width } of strokes) {
    const path = new Path2D(d);
    if (fill !== null) {
      pen.fillStyle = inks[fill];
      pen.fill(path);
    }
    if (line !== null) {
      pen.strokeStyle = inks[line];
      pen.lineWidth = width;
      pen.stroke(path);
    }
  }
  return canvas;
}
