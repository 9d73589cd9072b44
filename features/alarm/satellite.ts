// The satellites that detect fires, with one code each, whatever spelling a channel uses. FIRMS writes `Terra` in its API and `T` in its
// daily files, `N20` today and `1` before. LANCE writes `J1`, others `NOAA-20`. With the code a detection has the same number through every
// channel.

interface Satellite {
  /** As the API of FIRMS spells it, where it does. The code is part of the numbers of detections and must never change. */
  readonly code: string;
  readonly name: string;
  /** In capitals and digits, as `folded` returns them. */
  readonly spellings: readonly string[];
}

/** @param spellings spellings in addition to the code and the name */
const satellite = (code: string, name: string, ...spellings: string[]): Satellite => ({ code, name, spellings });

const SATELLITES: readonly Satellite[] = [
  satellite('Terra', 'Terra', 'T', 'EOSAM1', 'MODIST'),
  satellite('Aqua', 'Aqua', 'A', 'EOSPM1', 'MODISA'),
  satellite('N', 'Suomi NPP', 'NPP', 'SNPP', 'VIIRSSNPP'),
  satellite('N20', 'NOAA-20', '1', 'J1', 'J01', 'JPSS1', 'VIIRSNOAA20'),
  satellite('N21', 'NOAA-21', '2', 'J2', 'J02', 'JPSS2', 'VIIRSNOAA21'),
  satellite('L8', 'Landsat 8', 'LC08', 'LC8', 'L08'),
  satellite('L9', 'Landsat 9', 'LC09', 'LC9', 'L09'),
  ...[8, 9].map((n) => satellite(`Himawari-${n}`, `Himawari-${n}`, `H${n}`, `H0${n}`, `HIMAWARI0${n}`, `AHI${n}`)),
  ...[16, 17, 18, 19].map((n) => satellite(`GOES-${n}`, `GOES-${n}`, `G${n}`)),
  ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((letter) =>
    satellite(`FY-3${letter}`, `FY-3${letter}`, `FENGYUN3${letter}`, `风云三号${letter}`),
  ),
  ...['A', 'B', 'C'].map((letter) => satellite(`FY-4${letter}`, `FY-4${letter}`, `FENGYUN4${letter}`, `风云四号${letter}`)),
  ...['A', 'B'].map((letter) => satellite(`Sentinel-3${letter}`, `Sentinel-3${letter}`, `S3${letter}`)),
  satellite('GK2A', 'GK-2A', 'GEOKOMPSAT2A'),
];

/** Removes case, spaces, hyphens and the like. */
const folded = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

const bySpelling = new Map(
  SATELLITES.flatMap((one) => [one.code, one.name, ...one.spellings].map((spelling) => [folded(spelling), one] as const)),
);

/** Cache: a file repeats few names, each a thousand times. */
const known = new Map<string, string>();
const MOST_KNOWN = 1_000;

/** The code of a satellite. A satellite that is not in the table keeps the text as written. */
export function satelliteCode(written: string): string {
  let code = known.get(written);
  if (code === undefined) {
    code = bySpelling.get(folded(written))?.code ?? written;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(written, code);
  }
  return code;
}

/** The satellite's common name. */
export const satelliteName = (written: string): string => bySpelling.get(folded(written))?.name ?? written;

/** All spellings of the table's satellites, for tests and for readers of other channels. */
export const SATELLITE_SPELLINGS: readonly { readonly code: string; readonly spellings: readonly string[] }[] = SATELLITES.map(
  ({ code, name, spellings }) => ({ code, spellings: [code, name, ...spellings] }),
);
