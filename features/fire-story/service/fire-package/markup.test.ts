import { readLayerFile } from '@lookout/ingest';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escaped } from './markup.ts';

const signs = ['\0', '\u0001', '\u000B', '\uFFFE', '\uFFFF', '\uD800', '\uDC00', '&', '<', ']]>', '"', "'", '&#0;', '<!--'];
const anyText = fc.array(fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'binary' }))).map((parts) => parts.join(''));

it('any text can be written as XML and read back, as an element and as an attribute', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const place = '<Point><coordinates>103,31</coordinates></Point>';
      const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark id="${escaped(text)}"><name>塔${escaped(text)}</name>${place}</Placemark></Document></kml>`;
      const { features, refused } = await readLayerFile('a.kml', Buffer.from(kml));
      // A name with U+FFFD is read, but refused as damaged.
      expect(features.length + refused.length).toBe(1);
      if (refused.length === 0) expect(features[0]?.name.startsWith('塔')).toBe(true);
    }),
    { numRuns: 40 },
  );
});
