import { SATELLITE_SPELLINGS, satelliteCode, satelliteName } from '@lookout/features/alarm/satellite.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { acquisitionTime, type FirmsSink, firmsReader, type RejectedRow, readDetection, readFirmsJson } from './firms.ts';
import { gbkOf } from './testing/gb18030.ts';
import { UnreadableFile } from './unreadable-file.ts';

const NOW = new Date('2026-11-21T08:00:00Z');

function fireNoOf(latitude: string, longitude: string): string {
  const row: Record<string, string> = { latitude, longitude, acq_date: '2026-01-01', acq_time: '5', satellite: 'N', confidence: 'n' };
  const read = readDetection((name) => row[name], NOW);
  if (!read.ok) throw new Error(read.error.code);
  return read.value.facts.fireNo;
}

const degrees = (most: number) =>
  fc.tuple(fc.double({ min: -most, max: most, noNaN: true }), fc.integer({ min: 0, max: 8 })).map(([n, places]) => n.toFixed(places));

test('The number of a detection contains its position to five decimals, however many the file gives', () => {
  fc.assert(
    fc.property(degrees(90), degrees(180), (latitude, longitude) => {
      const [lat, lng] = [Number(latitude), Number(longitude)];
      const east = `${lng < 0 ? 'W' : 'E'}${Math.abs(lng).toFixed(5)}`;
      const north = `${lat < 0 ? 'S' : 'N'}${Math.abs(lat).toFixed(5)}`;
      expect(fireNoOf(latitude, longitude)).toBe(`N-202601010005-${east}${north}`);
    }),
  );
});

test.each(['026.5', '+26.5', '26.50', '26.500000', '2.65e1', '26.5'])('%s is the same place as 26.5', (latitude) => {
  expect(fireNoOf(latitude, '-0.0')).toBe('N-202601010005-E0.00000N26.50000');
});

test('a detection has one number, however its channel spells the satellite and the confidence', () => {
  const spellings = SATELLITE_SPELLINGS.flatMap(({ code, spellings: all }) => all.map((written) => [code, written] as const));
  fc.assert(
    fc.property(fc.constantFrom(...spellings), fc.constantFrom('', '-', ' ', '_'), fc.boolean(), ([code, written], between, isLower) => {
      const spelt = written.replaceAll(/[- ]/g, between);
      const row = (satellite: string, confidence: string): Record<string, string> => {
        return { latitude: '31.51111', longitude: '103.51111', acq_date: '2026-01-01', acq_time: '1230', satellite, confidence };
      };
      const read = (one: Record<string, string>) => {
        const outcome = readDetection((name) => one[name], NOW);
        return outcome.ok ? { key: outcome.value.dedupeKey, credibility: outcome.value.facts.credibility } : null;
      };
      const known = { key: `firms:${code}-202601011230-E103.51111N31.51111`, credibility: 60 };
      expect(read(row(isLower ? spelt.toLowerCase() : spelt, 'n'))).toEqual(known);
      expect(read(row(code, 'nominal'))).toEqual(known);
    }),
    { numRuns: 60 },
  );
});

test('A satellite that is not in the table keeps the name in its file', () => {
  expect([satelliteCode('CBERS-4A'), satelliteName('CBERS-4A'), satelliteName('1'), satelliteName('T')]).toEqual([
    'CBERS-4A',
    'CBERS-4A',
    'NOAA-20',
    'Terra',
  ]);
});

const SEPTEMBER = new Date('2018-09-23T00:00:00Z');
const MODIS = 'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight';
const ROW = '31.480,103.590,310.6,3.8,1.8,2018-09-22,0035,A,39,6.0NRT,294,39.7,D';

function aSink() {
  const read: { line: number; observation: Parameters<FirmsSink['read']>[1] }[] = [];
  const rejected: RejectedRow[] = [];
  return {
    rows: { read, rejected },
    sink: { read: (line, observation) => read.push({ line, observation }), rejected: (row) => rejected.push(row) } satisfies FirmsSink,
  };
}

async function read(text: string | Uint8Array, chunk = 1 << 16) {
  const all = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const { rows, sink } = aSink();
  const reader = firmsReader(SEPTEMBER, sink);
  for (let i = 0; i < all.length; i += chunk) reader.push(all.subarray(i, i + chunk));
  reader.end();
  return rows;
}

describe('a FIRMS file', () => {
  it('Each row gives one observation, with footprint, raw confidence and UTC time', async () => {
    const { read: rows, rejected } = await read(`${MODIS}\n${ROW}\n`);
    expect(rejected).toEqual([]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.line).toBe(2);
    expect(rows[0]?.observation).toMatchObject({
      findType: 'satellite',
      position: { lng: 103.59, lat: 31.48 },
      observedAt: new Date('2018-09-22T00:35:00Z'),
      dedupeKey: 'firms:Aqua-201809220035-E103.59000N31.48000',
      facts: {
        scanKilometres: 3.8,
        trackKilometres: 1.8,
        pixelAreaHectares: 684,
        confidence: '39',
        credibility: 39,
        areaHectares: null,
        dayNight: 'day',
      },
    });
  });

  it('Columns are read by name: VIIRS, a leading country_id and a trailing type make no difference', async () => {
    const { read: rows } = await read(
      'country_id,latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight,type\n' +
        'CHN,31.48,103.59,330.1,0.4,0.5,2018-09-22,5,N,VIIRS,n,2.0NRT,290.2,2.5,N,0\n',
    );
    expect(rows[0]?.observation.facts).toMatchObject({
      instrument: 'VIIRS',
      confidence: 'n',
      credibility: 60,
      brightnessKelvin: 330.1,
      brightness2Kelvin: 290.2,
    });
    expect(rows[0]?.observation.observedAt.toISOString()).toBe('2018-09-22T00:05:00.000Z');
  });

  it('A number is parsed as JavaScript does, however it is written, to the last bit', async () => {
    const decimal = fc
      .tuple(fc.constantFrom('', '-', '+'), fc.nat(999), fc.stringMatching(/^(\.[0-9]{0,14})?(e-?[0-9])?$/))
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(decimal, async (text) => {
        const { read: rows, rejected } = await read(`${MODIS}\n${ROW.replace(',39.7,', `,${text},`)}`);
        const value = Number(text);
        if (value < -1000 || value > 1e6) expect(rejected).toHaveLength(1);
        else expect(rows[0]?.observation.facts.frpMegawatts).toBe(value);
      }),
    );
    for (const text of ['', '.', '-', '+', '1..2', '1-2', '.5', '5.', '-.5', '0x1', '1e', 'Infinity', '1,']) {
      const { read: rows, rejected } = await read(`${MODIS}\n${ROW.replace('39.7', `"${text}"`)}`);
      const isNumber = ['.5', '5.', '-.5'].includes(text);
      expect({ text, read: rows[0]?.observation.facts.frpMegawatts, refused: rejected.length }).toEqual(
        text === ''
          ? { text, read: null, refused: 0 }
          : isNumber
            ? { text, read: Number(text), refused: 0 }
            : { text, read: undefined, refused: 1 },
      );
    }
  });

  it('Bad rows are refused by line with the reason while the good rows are accepted', async () => {
    const bad = [
      ['99.9,103.59', 'latitude'],
      ['31.48,203.59', 'longitude'],
      ['abc,103.59', 'latitude'],
      ['31.48,', 'longitude'],
    ] as const;
    const text = [
      MODIS,
      ROW,
      ...bad.map(([p]) => ROW.replace('31.480,103.590', p)),
      ROW.replace('2018-09-22', '2018-02-30'),
      ROW.replace('2018-09-22', '2019-09-22'),
      ROW.replace(',39,', ',x,'),
      '31.48,103.59,310',
    ].join('\n');
    const { read: rows, rejected } = await read(text);
    expect(rows.map((r) => r.line)).toEqual([2]);
    expect(rejected.map((r) => r.line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(rejected.map(({ error }) => error)).toEqual([
      ...bad.map(([text, word]) => ({ code: `satellite-${word}`, params: { found: text.split(',')[word === 'latitude' ? 0 : 1] } })),
      { code: 'satellite-time', params: { date: '2018-02-30', time: '0035' } },
      { code: 'satellite-time-in-future', params: { date: '2019-09-22', time: '0035' } },
      { code: 'satellite-confidence', params: { found: 'x' } },
      { code: 'columns-counted', params: { wanted: MODIS.split(',').length, found: 3 } },
    ]);
  });

  it('A file may be cut into chunks anywhere, have CRLF, a BOM or UTF-16, and end without a line end', async () => {
    const text = `\uFEFF${MODIS}\r\n${ROW}\r\n${ROW.replace('0035', '0040')}`;
    for (const chunk of [1, 2, 7, 1000]) expect((await read(text, chunk)).read).toHaveLength(2);
    const utf16 = Buffer.from(text, 'utf16le');
    for (const chunk of [1, 3, 1000]) expect((await read(utf16, chunk)).read).toHaveLength(2);
  });

  it('The missing columns are named, and nothing is accepted from a file that is not FIRMS', async () => {
    await expect(read('a,b,c\n1,2,3\n')).rejects.toMatchObject({
      fault: { code: 'satellite-columns-missing', params: { columns: expect.arrayContaining(['latitude', 'longitude']) } },
    });
    await expect(read('')).rejects.toThrow(UnreadableFile);
    await expect(read(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))).rejects.toThrow(UnreadableFile);
  });

  it('GB18030 is read too, an undecodable row is refused by its line, and an endless line is never buffered', async () => {
    const withPlaces = (encode: (text: string) => Buffer, ...more: readonly Buffer[]) =>
      Buffer.concat([encode(`${MODIS},地名\n${ROW},四川\n${ROW.replace('0035', '0041')},学校\n`), ...more]);
    for (const encode of [gbkOf, (text: string) => Buffer.from(text)]) {
      for (const chunk of [1, 7, 1000]) {
        const { read: rows, rejected } = await read(withPlaces(encode, Buffer.from(ROW), Buffer.from([0x2c, 0xff, 0x0a])), chunk);
        expect(rows.map((row) => row.line)).toEqual([2, 3]);
        expect(rejected).toEqual([{ line: 4, error: { code: 'line-encoding', params: {} } }]);
      }
    }
    const endless = await read(`${MODIS}\n${'9'.repeat(300_000)}\n${ROW}`);
    expect(endless.rejected[0]?.line).toBe(2);
    expect(endless.read[0]?.line).toBe(3);
  });
});

describe('acquisition time', () => {
  it('Acquisition time is HHMM in UTC and may have lost its leading zeros', () => {
    expect(acquisitionTime('2018-09-22', '5')?.toISOString()).toBe('2018-09-22T00:05:00.000Z');
    expect(acquisitionTime('2018-09-22', '2359')?.toISOString()).toBe('2018-09-22T23:59:00.000Z');
    expect(acquisitionTime('2018-09-22', '2460')).toBeNull();
    expect(acquisitionTime('2018-02-30', '0000')).toBeNull();
  });
});

describe('detections as JSON', () => {
  it('JSON detections use the same names, and each bad one is refused by its index', () => {
    const good = { latitude: 31.48, longitude: 103.59, acq_date: '2018-09-22', acq_time: 35, satellite: 'Aqua', confidence: 39 };
    const { rows, sink } = aSink();
    readFirmsJson([good, { ...good, latitude: 'x' }, 7], SEPTEMBER, sink);
    expect(rows.read.map((r) => r.line)).toEqual([1]);
    expect(rows.rejected.map((r) => r.line)).toEqual([2, 3]);
    expect(() => readFirmsJson({ a: 1 }, SEPTEMBER, sink)).toThrow(UnreadableFile);
  });
});
