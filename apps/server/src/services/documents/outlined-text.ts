// Converts the text of a drawing to outlines of the documents' font: neither printer has the fonts that a chart requests, and a reader's
// machine may have no Chinese font.
import { create, type Font } from 'fontkit';
import type { DocumentPicture } from './document.ts';
import { readFont } from './fonts.ts';

const TEXT = /<text ([^>]*)>([^<]*)<\/text>/g;
const DEFAULT_PIXELS = 12;
/** Distance from the middle of a line of text down to its baseline, as a fraction of the font size. */
const MIDDLE_TO_BASELINE = 0.36;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'", nbsp: ' ' };
const plain = (text: string): string => text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

let font: Font | null = null;

/** @param svg an SVG of a chart: each `<text>` contains only its text */
export const withOutlinedText = (svg: string): string =>
  svg.replace(TEXT, (_, attributes: string, content: string) => outlined(attributes, plain(content)));

/** Returns the picture with its text as outlines; a photograph is returned unchanged. */
export const outlinedPicture = (picture: DocumentPicture): DocumentPicture =>
  picture.format === 'svg'
    ? { ...picture, bytes: new TextEncoder().encode(withOutlinedText(new TextDecoder().decode(picture.bytes))) }
    : picture;

function outlined(attributes: string, content: string): string {
  font ??= create(readFont('regular')) as Font;
  const attribute = (name: string): string | null => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? null;
  const number = (name: string): number => Number(attribute(name) ?? 0);
  const pixels = Number(/font-size:\s*([\d.]+)px/.exec(attribute('style') ?? '')?.[1] ?? DEFAULT_PIXELS);
  const scale = pixels / font.unitsPerEm;
  const { glyphs, positions } = font.layout(content);
  const length = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * scale;
  const anchor = attribute('text-anchor');
  const isMiddle = attribute('dominant-baseline') === 'central';
  let x = number('x') - (anchor === 'middle' ? length / 2 : anchor === 'end' ? length : 0);
  const y = number('y') + (isMiddle ? pixels * MIDDLE_TO_BASELINE : 0);
  const paths = glyphs.map((glyph, index) => {
    const shape = `<path transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${glyph.path.toSVG()}"/>`;
    x += (positions[index]?.xAdvance ?? 0) * scale;
    return shape;
  });
  const transform = attribute('transform');
  return `<g fill="${attribute('fill') ?? '#000'}"${transform === null ? '' : ` transform="${transform}"`}>${paths.join('')}</g>`;
}
