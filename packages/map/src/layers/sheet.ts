// A sprite sheet: many small images on one canvas, so that one texture serves all billboards.

/** Cell size: twice the size at which images are shown (IMAGE_SCALE), for sharp edges. */
export const CELL_PIXELS = 64;
export const IMAGE_SCALE = 0.5;
const COLUMNS = 8;

export interface Sheet<Image extends string> {
  /** Unique among the sheets of a globe. */
  readonly name: string;
  readonly images: readonly Image[];
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** Top-left corner of an image's cell, pixels from the canvas's top left. */
  readonly cellOf: (image: Image) => { readonly x: number; readonly y: number };
}

export function sheetOf<Image extends string>(name: string, images: readonly Image[]): Sheet<Image> {
  const indexOf = new Map(images.map((image, index) => [image, index]));
  return {
    name,
    images,
    widthPixels: COLUMNS * CELL_PIXELS,
    heightPixels: Math.ceil(images.length / COLUMNS) * CELL_PIXELS,
    cellOf: (image) => {
      const index = indexOf.get(image) ?? 0;
      return { x: (index % COLUMNS) * CELL_PIXELS, y: Math.floor(index / COLUMNS) * CELL_PIXELS };
    },
  };
}

/** Prepares the canvas for a sheet. @returns `inCell`, which draws with the origin at the centre of an image's cell */
export function paint<Image extends string>(
  canvas: HTMLCanvasElement,
  sheet: Sheet<Image>,
): { readonly pen: CanvasRenderingContext2D; readonly inCell: (image: Image, draw: () => void) => void } {
  canvas.width = sheet.widthPixels;
  canvas.height = sheet.heightPixels;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  pen.lineJoin = 'round';
  return {
    pen,
    inCell: (image, draw) => {
      const { x, y } = sheet.cellOf(image);
      pen.save();
      pen.translate(x + CELL_PIXELS / 2, y + CELL_PIXELS / 2);
      draw();
      pen.restore();
    },
  };
}

/** Draws a circle around the origin. */
export function strokeCircle(pen: CanvasRenderingContext2D, radius: number, colour: string, width: number): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}

/** One cell as a separate image, for layers with few billboards. @returns a data URL */
export function cutFrom<Image extends string>(canvas: HTMLCanvasElement, sheet: Sheet<Image>, image: Image): string {
  const cell = canvas.ownerDocument.createElement('canvas');
  cell.width = CELL_PIXELS;
  cell.height = CELL_PIXELS;
  const { x, y } = sheet.cellOf(image);
  cell.getContext('2d')?.drawImage(canvas, x, y, CELL_PIXELS, CELL_PIXELS, 0, 0, CELL_PIXELS, CELL_PIXELS);
  return cell.toDataURL();
}
