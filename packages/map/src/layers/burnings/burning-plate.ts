// The plates of reported burnings: a character in a rounded square, as other places have it, with an edge that says how it stands.
import type { MapLanguage } from '../../engine/types.ts';

/** 待审批: hollow, dashed. Approved and to come: hollow. 用火中: filled. */
export const BURNING_LOOKS = ['pending', 'coming', 'burning'] as const;
export type BurningLook = (typeof BURNING_LOOKS)[number];

const PIXELS = 64;
const HALF = PIXELS / 2 - 9;
const EDGE = '#0b1220';
const COLOURS: Readonly<Record<BurningLook, string>> = { pending: '#facc15', coming: '#3ecf8e', burning: '#ff9a2e' };
/** 用火; a burn. */
const GLYPH: Readonly<Record<MapLanguage, string>> = { zh: '用', en: 'B' };
const FONT = 'bold 27px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';

export function drawBurningPlate(canvas: HTMLCanvasElement, look: BurningLook, language: MapLanguage): HTMLCanvasElement {
  canvas.width = PIXELS;
  canvas.height = PIXELS;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  const main = COLOURS[look];
  pen.translate(PIXELS / 2, PIXELS / 2);
  pen.beginPath();
  pen.roundRect(-HALF, -HALF, 2 * HALF, 2 * HALF, 7);
  pen.strokeStyle = EDGE;
  pen.lineWidth = 8;
  pen.stroke();
  pen.fillStyle = look === 'burning' ? main : EDGE;
  pen.fill();
  if (look === 'pending') pen.setLineDash([9, 6]);
  pen.strokeStyle = main;
  pen.lineWidth = 4;
  pen.stroke();
  pen.font = FONT;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = look === 'burning' ? EDGE : main;
  pen.fillText(GLYPH[language], 0, 2);
  return canvas;
}
