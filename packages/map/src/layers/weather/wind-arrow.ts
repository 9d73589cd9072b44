// The wind arrow's picture: it points up (towards north), and is turned to where the wind blows to.

const PIXELS = 48;
const FILL = '#2dd4ff';
const EDGE = '#0b1220';

export function drawWindArrow(canvas: HTMLCanvasElement): HTMLCanvasElement {
  canvas.width = PIXELS;
  canvas.height = PIXELS;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  pen.translate(PIXELS / 2, PIXELS / 2);
  pen.beginPath();
  pen.moveTo(0, -20);
  pen.lineTo(12, 18);
  pen.lineTo(0, 10);
  pen.lineTo(-12, 18);
  pen.closePath();
  pen.lineJoin = 'round';
  pen.strokeStyle = EDGE;
  pen.lineWidth = 6;
  pen.stroke();
  pen.fillStyle = FILL;
  pen.fill();
  return canvas;
}

/**
 * How far the arrow is turned on the screen, radians counter-clockwise (as Cesium turns billboards).
 * @param fromDegrees where the wind comes from, clockwise from north
 * @param headingDegrees where the camera looks to: the arrow keeps its direction on the ground
 */
export const turnOf = (fromDegrees: number, headingDegrees: number): number => (-(fromDegrees + 180 - headingDegrees) * Math.PI) / 180;
