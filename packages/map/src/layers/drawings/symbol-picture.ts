// Pictures made of strokes: painted once for each symbol and colour, shown as billboards.
import type { Billboard, BillboardCollection, Cartesian3 } from 'cesium';
import type { Picked } from '../../engine/types.ts';

/** A path in SVG notation; null: not filled, no line. `main`: the drawing's own colour. */
interface Stroke {
  readonly d: string;
  readonly fill: 'main' | keyof typeof INKS | null;
  readonly line: 'main' | keyof typeof INKS | null;
  readonly width: number;
}

export interface SymbolPicture {
  /** One for each symbol and colour. */
  readonly name: string;
  /** Side of the square in which the strokes are drawn, CSS pixels. */
  readonly sidePixels: number;
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
  const canvasOf = ({ picture, colour }: PlacedPicture): HTMLCanvasElement => {
    const known = painted.get(picture.name) ?? paintSymbol(document.createElement('canvas'), picture, colour);
    painted.set(picture.name, known);
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

function paintSymbol(canvas: HTMLCanvasElement, { sidePixels, strokes }: SymbolPicture, main: string): HTMLCanvasElement {
  const size = (sidePixels + 2 * EDGE_PIXELS) * SCALE;
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
