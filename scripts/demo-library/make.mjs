// Creates the demo's library (apps/server/demo-library): two short H.264 videos and three PDFs, drawn and written here. Run it again only
// when their content changes; the files are committed, so that a start needs neither a browser nor an encoder.
//   node scripts/run.mjs scripts/demo-library/make.mjs     (LOOKOUT_BROWSER: a Chromium)
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Encoder, Muxer } from 'node-av/api';
import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { papers } from './papers.mjs';
import { HEIGHT, SECONDS, videos, WIDTH } from './videos.mjs';

const FOLDER = fileURLToPath(new URL('../../apps/server/demo-library', import.meta.url));
const FRAMES_PER_SECOND = 10;
/** Pixels at 150 dots per inch. */
const A4 = { width: 1240, height: 1754 };
const POINTS = { width: 595, height: 842 };

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.LOOKOUT_BROWSER ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
await page.setViewportSize(A4);
for (const { file, html } of papers) {
  await page.setContent(html);
  writeFileSync(join(FOLDER, file), await pdfOf(await page.screenshot(), await page.title()));
  console.log(file);
}
await page.setViewportSize({ width: WIDTH, height: HEIGHT });
for (const { file, html } of videos) {
  await page.setContent(html);
  await writeVideo(join(FOLDER, file));
  console.log(file);
}
await browser.close();

/** Takes a picture of the page for each frame. @param {string} path */
async function writeVideo(path) {
  const timeBase = { num: 1, den: FRAMES_PER_SECOND };
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    gopSize: 2 * FRAMES_PER_SECOND,
    maxBFrames: 0,
    options: { preset: 'veryslow', profile: 'main', crf: '30', tune: 'animation' },
  });
  const muxer = await Muxer.open(path, { format: 'mp4', options: { movflags: 'faststart' } });
  const stream = muxer.addStream(encoder);
  const write = async () => {
    for (let packet = await encoder.receive(); packet; packet = await encoder.receive()) {
      await muxer.writePacket(packet, stream);
      packet.free();
    }
  };
  for (let count = 0; count < SECONDS * FRAMES_PER_SECOND; count++) {
    await page.evaluate((seconds) => window.show(seconds), count / FRAMES_PER_SECOND);
    const { data } = await sharp(await page.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const frame = Frame.fromVideoBuffer(planesOf(data), {
      width: WIDTH,
      height: HEIGHT,
      format: AV_PIX_FMT_YUV420P,
      pts: BigInt(count),
      timeBase,
    });
    await encoder.encode(frame);
    frame.free();
    await write();
  }
  await encoder.encode(null);
  await write();
  await muxer.close();
  encoder.close();
}

/**
 * A page as one picture of sixteen colours: a tenth of the size of the browser's own PDF, which embeds every Chinese character as a
 * separate font, and the same on a machine without a Chinese font. The image data of a PNG are valid in a PDF unchanged.
 * @param {Buffer} picture @param {string} title
 */
async function pdfOf(picture, title) {
  const png = await sharp(picture).png({ palette: true, colours: 16, compressionLevel: 9, effort: 10 }).toBuffer();
  const chunks = chunksOf(png);
  const of = (/** @type {string} */ type) => Buffer.concat(chunks.filter((chunk) => chunk.type === type).map(({ data }) => data));
  const [data, palette] = [of('IDAT'), of('PLTE')];
  const bits = of('IHDR')[8];
  const drawing = Buffer.from(`q ${POINTS.width} 0 0 ${POINTS.height} 0 0 cm /Page Do Q`);
  const utf16 = `<FEFF${Buffer.from(title, 'utf16le').swap16().toString('hex')}>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${POINTS.width} ${POINTS.height}] /Contents 4 0 R /Resources << /XObject << /Page 5 0 R >> >> >>`,
    streamOf('', drawing),
    streamOf(
      `/Type /XObject /Subtype /Image /Width ${A4.width} /Height ${A4.height} /BitsPerComponent ${bits} /Filter /FlateDecode ` +
        `/ColorSpace [/Indexed /DeviceRGB ${palette.length / 3 - 1} <${palette.toString('hex')}>] ` +
        `/DecodeParms << /Predictor 15 /Colors 1 /BitsPerComponent ${bits} /Columns ${A4.width} >>`,
      data,
    ),
    `<< /Title ${utf16} >>`,
  ];
  const parts = [Buffer.from('%PDF-1.5\n')];
  const offsets = objects.map((object, index) => {
    const at = parts.reduce((sum, { length }) => sum + length, 0);
    parts.push(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
    return at;
  });
  const begin = parts.reduce((sum, { length }) => sum + length, 0);
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${begin}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** @param {string} dictionary @param {Buffer} data */
function streamOf(dictionary, data) {
  return Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')]);
}

/** @param {Buffer} png */
function chunksOf(png) {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/** RGB → Y, U, V planes one after the other, limited range, with the chroma of four pixels averaged (BT.601). @param {Buffer} rgb */
function planesOf(rgb) {
  const planes = Buffer.alloc((WIDTH * HEIGHT * 3) / 2);
  const [u0, v0] = [WIDTH * HEIGHT, (WIDTH * HEIGHT * 5) / 4];
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const at = (y * WIDTH + x) * 3;
      const [r = 0, g = 0, b = 0] = [rgb[at], rgb[at + 1], rgb[at + 2]];
      planes[y * WIDTH + x] = 16 + (65.738 * r + 129.057 * g + 25.064 * b) / 256;
      if (y % 2 || x % 2) continue;
      const half = (y / 2) * (WIDTH / 2) + x / 2;
      planes[u0 + half] = 128 + (-37.945 * r - 74.494 * g + 112.439 * b) / 256;
      planes[v0 + half] = 128 + (112.439 * r - 94.154 * g - 18.285 * b) / 256;
    }
  return planes;
}
